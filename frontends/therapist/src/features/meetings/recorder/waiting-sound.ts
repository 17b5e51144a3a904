import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

/** A recording of this device that is not over, for the account that began it. */
export interface OpenRecording {
  account: string;
  sessionId: string;
  fence: number;
  part: number;
  /** Frames a second. */
  rate: number;
  /** When it was begun, in epoch milliseconds. */
  at: number;
}

/** Which chunk of a part, and what stands beside its sound. */
export interface ChunkPlace {
  part: number;
  seq: number;
  startFrame: number;
  capturedAt: string;
}

interface SealedChunk extends ChunkPlace {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const LIFETIME_MS = 24 * 60 * 60 * 1_000;

/**
 * Sound that the server has not stored yet: it outlives a reload in the browser's own storage, sealed with a key that no page can read, and
 * goes as soon as it is stored. Where that storage is switched off it lasts as long as the page.
 */
export class WaitingSound {
  private readonly memory = new Map<string, unknown>();
  private store: UseStore | undefined;

  /** The recording that an account began here and that is not known to be over; what any account left for more than a day is deleted. */
  async readOpen(account: string): Promise<OpenRecording | undefined> {
    for (const name of (await this.names()).filter((each) => each.startsWith('open/'))) {
      const open = await this.read<OpenRecording>(name);
      if (open && Date.now() - open.at > LIFETIME_MS) await this.forget(open);
    }
    return this.read<OpenRecording>(`open/${account}`);
  }

  async keepOpen(recording: OpenRecording): Promise<void> {
    await this.write(`open/${recording.account}`, recording);
  }

  async add(sessionId: string, place: ChunkPlace, pcm: ArrayBuffer): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await this.keyOf(sessionId), pcm);
    await this.write(chunkName(sessionId, place), { ...place, iv, sealed } satisfies SealedChunk);
  }

  /** In the order in which it was heard. */
  async list(sessionId: string): Promise<string[]> {
    return (await this.names()).filter((name) => name.startsWith(`chunk/${sessionId}/`)).sort();
  }

  /** @returns undefined for what is not there, or cannot be opened any more */
  async open(sessionId: string, name: string): Promise<{ place: ChunkPlace; pcm: ArrayBuffer } | undefined> {
    const found = await this.read<SealedChunk>(name);
    if (!found) return undefined;
    const { iv, sealed, ...place } = found;
    try {
      return { place, pcm: await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await this.keyOf(sessionId), sealed) };
    } catch {
      return undefined;
    }
  }

  async remove(name: string): Promise<void> {
    await this.delete([name]);
  }

  /** Nothing of it is left on this device. */
  async forget({ account, sessionId }: Pick<OpenRecording, 'account' | 'sessionId'>): Promise<void> {
    await this.delete([...(await this.list(sessionId)), `key/${sessionId}`, `open/${account}`]);
  }

  private async keyOf(sessionId: string): Promise<CryptoKey> {
    const name = `key/${sessionId}`;
    const kept = await this.read<CryptoKey>(name);
    if (kept) return kept;
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    await this.write(name, key);
    return key;
  }

  private async read<Value>(name: string): Promise<Value | undefined> {
    if (this.memory.has(name)) return this.memory.get(name) as Value;
    return this.whereKept((store) => get<Value>(name, store), undefined);
  }

  private async write(name: string, value: unknown): Promise<void> {
    const isKept = await this.whereKept((store) => set(name, value, store).then(() => true), false);
    if (isKept) this.memory.delete(name);
    else this.memory.set(name, value);
  }

  private async delete(names: string[]): Promise<void> {
    for (const name of names) this.memory.delete(name);
    await this.whereKept((store) => delMany(names, store), undefined);
  }

  private async names(): Promise<string[]> {
    return [...new Set([...(await this.whereKept((store) => keys<string>(store), [])), ...this.memory.keys()])];
  }

  /** A storage that is switched off, or full, is no reason to lose sound. */
  private async whereKept<Result>(work: (store: UseStore) => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      this.store ??= createStore('attune-recording', 'sound');
      return await work(this.store);
    } catch {
      return otherwise;
    }
  }
}

function chunkName(sessionId: string, { part, seq }: ChunkPlace): string {
  return `chunk/${sessionId}/${String(part).padStart(6, '0')}/${String(seq).padStart(6, '0')}`;
}
