import { FileHandle, open } from 'node:fs/promises';
import { BackupProblem, fileProblem } from './backup-problem';

const READ_BYTES = 1024 * 1024;

/** Somebody whom a backup is encrypted for: the private key opens it, the public one is for whoever writes. */
export interface AgeKeys {
  /** `AGE-SECRET-KEY-1…` */
  identity: string;
  /** `age1…` */
  recipient: string;
}

export async function newKeys(): Promise<AgeKeys> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The text of a file as the `age` tool makes and reads it. */
export function identityFile({ identity, recipient }: AgeKeys, at: Date): string {
  return `# created: ${at.toISOString()}\n# public key: ${recipient}\n${identity}\n`;
}

/** The private keys of such a file. @throws BackupProblem where there is none */
export function identitiesIn(text: string, path: string): string[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0 || !lines.every((line) => /^AGE-SECRET-KEY-/i.test(line))) throw new BackupProblem(`${path} holds no private key of age (AGE-SECRET-KEY-…).`);
  return lines;
}

/**
 * Encrypts for everybody named, in the format of age.
 * @param recipients public keys
 * @throws BackupProblem for one that is none
 */
export async function encrypted(plain: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupProblem(`${recipient} is no public key of age (age1…).`);
    }
  }
  return iterated(await encrypter.encrypt(streamOf(plain)));
}

/**
 * What was encrypted, as far as it is as it was written: a part that was changed, and an end that is missing, ends it with an error.
 * @param path of the file, for sentences
 */
export async function* decrypted(file: FileHandle, path: string, identities: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupProblem('A private key is not in its form: AGE-SECRET-KEY-1 and 58 characters.');
    }
  }
  let plain: AsyncIterable<Uint8Array>;
  try {
    plain = iterated(await decrypter.decrypt(streamOf(bytesOf(file))));
  } catch (error) {
    const { message } = error as Error;
    if (/no identity matched/i.test(message)) throw new BackupProblem(`${path} is not encrypted for this key, or its beginning was changed. Take the private key whose public one was given with --for.`);
    throw new BackupProblem(`${path} is no backup, or its beginning was changed or cut off (${message}).`);
  }
  try {
    yield* plain;
  } catch (error) {
    throw error instanceof BackupProblem ? error : new BackupProblem(`${path} is not whole: it was cut off or changed after it was written (${(error as Error).message}). Take another backup.`);
  }
}

/** @throws BackupProblem */
export async function openToRead(path: string): Promise<FileHandle> {
  return open(path, 'r').catch((error: unknown) => {
    throw fileProblem(path, error);
  });
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array, void, void> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Taken as it is asked for: nothing heaps up. */
function streamOf(parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
}

async function* iterated(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
