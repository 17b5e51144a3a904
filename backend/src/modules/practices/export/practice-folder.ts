import { createHash } from 'node:crypto';
import { FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { normalized } from '../../../common/search/normalized';

/** Control and format characters, and what some system takes for more than a name. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029/\\:*?"<>|]/gu;
const MAX_BYTES = 180;

/** A file that was written. */
export interface WrittenFile {
  /** From the folder on, with slashes. */
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** A file that is being written. */
export class OpenFile {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  async write(piece: Buffer | string): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.hash.update(bytes);
    this.bytes += bytes.length;
    for (let written = 0; written < bytes.length; ) written += (await this.file.write(bytes, written)).bytesWritten;
  }

  /** Once it returns, the file outlives a crash. */
  async close(): Promise<WrittenFile> {
    await this.file.sync().finally(() => this.file.close());
    return { path: this.path, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** A folder that is there under its name once it is whole, and before that as `….part`. It is readable by this user alone. */
export class PracticeFolder {
  private readonly taken = new Set<string>();
  private readonly made = new Set<string>();

  private constructor(
    private readonly target: string,
    private readonly draft: string,
  ) {}

  /** What an earlier try left is removed. @returns undefined where something has the name already */
  static async begin(target: string): Promise<PracticeFolder | undefined> {
    const whole = resolve(target);
    if (await isThere(whole)) return undefined;
    const draft = `${whole}.part`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    return new PracticeFolder(whole, draft);
  }

  /** @param folder and @param name as people read them: what no system takes in a name is left out, and a name that is taken gets a number */
  async write(folder: readonly string[], name: string, content: AsyncIterable<Buffer | string>): Promise<WrittenFile> {
    const file = await this.open(folder, name);
    try {
      for await (const piece of content) await file.write(piece);
    } catch (error) {
      await file.close();
      throw error;
    }
    return file.close();
  }

  /** {@link write}, piece by piece. */
  async open(folder: readonly string[], name: string): Promise<OpenFile> {
    const folders = folder.map((each) => fit(each));
    const path = this.freePath(folders, fit(name));
    for (let depth = 1; depth <= folders.length; depth += 1) await this.makeFolder(folders.slice(0, depth).join('/'));
    return new OpenFile(path, await open(join(this.draft, path), 'wx', 0o600));
  }

  /** From here on it is there under its name. */
  async finish(): Promise<void> {
    await rename(this.draft, this.target);
  }

  async discard(): Promise<void> {
    await rm(this.draft, { recursive: true, force: true });
  }

  private async makeFolder(path: string): Promise<void> {
    if (this.made.has(path)) return;
    await mkdir(join(this.draft, path), { recursive: true, mode: 0o700 });
    this.made.add(path);
  }

  private freePath(folders: readonly string[], name: string): string {
    const dot = name.lastIndexOf('.');
    const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let number = 1; ; number += 1) {
      const path = [...folders, number === 1 ? name : `${stem} (${number})${end}`].join('/');
      // Some systems take capitals for small letters.
      const key = path.toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return path;
    }
  }
}

/** As much of a name as every system takes; its ending stays. */
function fit(name: string): string {
  const seen = normalized(name, 'NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ').replace(/^[ .]+/, '').trimEnd();
  const ending = /\.[a-z0-9]{1,5}$/i.exec(seen)?.[0] ?? '';
  let stem = [...seen.slice(0, seen.length - ending.length)];
  while (Buffer.byteLength(stem.join('')) > MAX_BYTES) stem = stem.slice(0, -1);
  const text = stem.join('').trimEnd();
  // A folder's name with a dot at its end is another one on some systems.
  return (text === '' ? 'file' : ending === '' && text.endsWith('.') ? `${text}_` : text) + ending;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
  );
}
