import { FileStorage, StorageFailed, StoredObject } from './file-storage';

/** How many objects are looked at before their keys are asked for again. */
const PAGE = 500;

/** What a move has come to. */
export interface MovedObjects {
  /** Were there already. */
  known: number;
  moved: number;
  bytes: number;
  /** Whether it came to the end. */
  complete: boolean;
}

/**
 * Two storages as one while the objects of the first move into the second: what is written goes to the second, what is not there yet is read from the first. An object
 * is never changed under its key, so it does not matter from which of them it is read.
 */
export class MovingStorage extends FileStorage {
  constructor(
    private readonly from: FileStorage,
    private readonly to: FileStorage,
  ) {
    super();
  }

  put(key: string, bytes: Buffer): Promise<void> {
    return this.to.put(key, bytes);
  }

  room(): Promise<number> {
    return this.to.room();
  }

  async get(key: string): Promise<Buffer | undefined> {
    // Once more where it was moved and taken away in between.
    return (await this.to.get(key)) ?? (await this.from.get(key)) ?? this.to.get(key);
  }

  async has(key: string): Promise<boolean> {
    return (await this.to.has(key)) || this.from.has(key);
  }

  /** The first one first: what is being moved just now is deleted after it arrived. */
  async delete(key: string): Promise<void> {
    await this.from.delete(key);
    await this.to.delete(key);
  }

  async list(after: string | undefined, atMost: number): Promise<StoredObject[]> {
    const [before, arrived] = await Promise.all([this.from.list(after, atMost), this.to.list(after, atMost)]);
    const found = new Map([...arrived, ...before].map((object) => [object.key, object]));
    return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, atMost);
  }

  /**
   * Moves what is still in the first storage, in the order of the keys; what came whole before is passed over, so it can be stopped and begun again at any time.
   * @param options.remove whether what is in the second for certain leaves the first
   * @throws StorageFailed where the second does not give back what it was given; what was moved before stays moved
   */
  async move({ remove, stop, tell }: { remove: boolean; stop: AbortSignal; tell?: (soFar: MovedObjects) => void }): Promise<MovedObjects> {
    const result: MovedObjects = { known: 0, moved: 0, bytes: 0, complete: false };
    for (let page = await this.from.list(undefined, PAGE); page.length > 0; page = await this.from.list(page.at(-1)?.key, PAGE)) {
      for (const { key } of page) {
        if (stop.aborted) return result;
        await this.moveOne(key, remove, result);
      }
      tell?.(result);
    }
    return { ...result, complete: true };
  }

  private async moveOne(key: string, remove: boolean, result: MovedObjects): Promise<void> {
    const isThere = await this.to.has(key);
    if (isThere && !remove) {
      result.known += 1;
      return;
    }
    const bytes = await this.from.get(key);
    // Deleted by the product in between.
    if (!bytes) return;
    if (!isThere) await this.to.put(key, bytes);
    if (!(await this.to.get(key))?.equals(bytes)) throw new StorageFailed(`The file storage does not give back what it was given: ${key}`);
    if (isThere) result.known += 1;
    else Object.assign(result, { moved: result.moved + 1, bytes: result.bytes + bytes.length });
    // Deleted by the product while it was copied: it must not come back.
    if (!(await this.from.has(key))) await this.to.delete(key);
    else if (remove) await this.from.delete(key);
  }
}
