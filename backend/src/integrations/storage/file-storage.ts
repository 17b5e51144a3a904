/** No object is larger; a larger one is none of ours. */
export const MAX_OBJECT_BYTES = 32 * 1024 * 1024;

/** How long a storage is waited for. */
export const STORAGE_WAIT_MS = 30_000;

/** What the product calls an object: 64 hexadecimal digits, made at random. They say nothing about whose it is. */
export const OBJECT_KEY = /^[0-9a-f]{64}$/;

export interface StoredObject {
  key: string;
  /** By the storage's clock. */
  storedAt: Date;
}

/** The storage does not answer, or refuses. It may work again later. */
export class StorageFailed extends Error {}

/** What is stored stays and can be fetched, but there is no room for more. */
export class StorageFull extends StorageFailed {}

/**
 * Port: keeps objects of bytes under random keys. Whoever stores encrypts; a storage sees neither names nor content.
 * One installation sees its own objects only, also where several share a bucket or a folder.
 * All calls but `list` may be repeated with the same result.
 */
export abstract class FileStorage {
  /** Once it returns, the object outlives a crash. @throws StorageFailed; StorageFull */
  abstract put(key: string, bytes: Buffer): Promise<void>;
  /** How many bytes more are taken just now: Infinity where there is no end, and none or less where no more is taken. @throws StorageFailed */
  abstract room(): Promise<number>;
  /** @returns undefined where there is none @throws StorageFailed */
  abstract get(key: string): Promise<Buffer | undefined>;
  /** Whether there is one. @throws StorageFailed */
  abstract has(key: string): Promise<boolean>;
  /** One that is not there is gone already. @throws StorageFailed */
  abstract delete(key: string): Promise<void>;
  /** In the order of their keys, those after `after`; at most `atMost`. @throws StorageFailed */
  abstract list(after: string | undefined, atMost: number): Promise<StoredObject[]>;
}

/** The same, apart from it: the sound of recorded sessions. What tidies up the one touches nothing of the other. */
export abstract class RecordingStorage extends FileStorage {}

/** Deletes an object and looks whether it is gone. @throws StorageFailed also where it is there still */
export async function destroyed(storage: FileStorage, key: string): Promise<void> {
  await storage.delete(key);
  if (await storage.has(key)) throw new StorageFailed('The file storage keeps what it was told to delete.');
}

/** @throws Error for what is no key: nothing that came from outside ever becomes a path */
export function checkedKey(key: string): string {
  if (!OBJECT_KEY.test(key)) throw new Error('This is no key of a stored object.');
  return key;
}
