import { randomBytes } from 'node:crypto';
import { type Dirent, constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedKey, FileStorage, MAX_OBJECT_BYTES, OBJECT_KEY, StorageFailed, StorageFull, StoredObject } from './file-storage';

/** What a write that was cut off left behind; nobody is writing it any more after so long. */
const DRAFT = /\.draft$/;
const DRAFT_MS = 3_600_000;
/** How long it is believed how much of the disk is free, less what is written meanwhile. */
const FREE_MS = 1_000;

/** Objects as files below one folder, readable by this user alone: `ab/abcd…`, so that no folder holds too many. */
export class DiskStorage extends FileStorage {
  private free = { bytes: 0, until: 0 };

  /** @param reserveBytes of the disk that stay free: others write there too */
  constructor(
    private readonly folder: string,
    private readonly reserveBytes = 0,
  ) {
    super();
  }

  put(key: string, bytes: Buffer): Promise<void> {
    return told(async () => {
      const path = this.pathOf(key);
      await this.makeFolder(dirname(path));
      await this.takeRoom(bytes.length);
      // Whole or not at all: under its name there is never half a file.
      const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    });
  }

  room(): Promise<number> {
    return told(async () => {
      await this.makeFolder(this.folder);
      return (await this.freeBytes()) - this.reserveBytes;
    });
  }

  get(key: string): Promise<Buffer | undefined> {
    return told(async () => {
      // What was put there instead of a file is not followed.
      const file = await open(this.pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing);
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        if (size > MAX_OBJECT_BYTES) throw new Error('the file is larger than any of ours');
        return await file.readFile();
      } finally {
        await file.close();
      }
    });
  }

  has(key: string): Promise<boolean> {
    return told(async () => (await lstat(this.pathOf(key)).catch(unlessMissing))?.isFile() ?? false);
  }

  delete(key: string): Promise<void> {
    return told(async () => {
      const path = this.pathOf(key);
      await rm(path, { force: true });
      await syncFolder(dirname(path)).catch(unlessMissing);
    });
  }

  list(after: string | undefined, atMost: number): Promise<StoredObject[]> {
    return told(async () => {
      const found: StoredObject[] = [];
      for (const shelf of await this.shelves()) {
        if (after !== undefined && shelf < after.slice(0, 2)) continue;
        for (const { name } of await entries(join(this.folder, shelf))) {
          if (DRAFT.test(name)) await this.removeLeft(join(this.folder, shelf, name));
          if (!OBJECT_KEY.test(name) || (after !== undefined && name <= after)) continue;
          const storedAt = await stat(join(this.folder, shelf, name)).then(({ mtime }) => mtime, unlessMissing);
          if (storedAt) found.push({ key: name, storedAt });
          if (found.length === atMost) return found;
        }
      }
      return found;
    });
  }

  private async takeRoom(bytes: number): Promise<void> {
    if ((await this.freeBytes()) - bytes < this.reserveBytes) throw new StorageFull('The disk of the file storage is almost full.');
    this.free.bytes -= bytes;
  }

  private async freeBytes(): Promise<number> {
    if (this.free.until <= Date.now()) {
      const { bavail, bsize } = await statfs(this.folder);
      this.free = { bytes: bavail * bsize, until: Date.now() + FREE_MS };
    }
    return this.free.bytes;
  }

  private pathOf(key: string): string {
    return join(this.folder, checkedKey(key).slice(0, 2), key);
  }

  private async shelves(): Promise<string[]> {
    return (await entries(this.folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  private async makeFolder(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    // A new folder is in its parent's list for good only after this.
    for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
  }

  private async removeLeft(path: string): Promise<void> {
    const left = await stat(path).catch(unlessMissing);
    if (left && Date.now() - left.mtimeMs > DRAFT_MS) await rm(path, { force: true });
  }
}

/** In order; none where there is no such folder. */
async function entries(folder: string): Promise<Dirent[]> {
  const found = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}

/** The path in a message of the system is nobody's business. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFull) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StorageFailed(`The file storage failed: ${code ?? message}`);
  }
}
