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
/** Of AES-GCM, behind each chunk. */
const TAG_BYTES = 16;

/**
 * Sound that the server has not stored yet: it outlives a reload in the browser's own storage, and goes as soon as it is stored. Where that storage
 * is switched off it lasts as long as the page. What seals it comes from the server and is in this page's memory alone: whoever is at the device
 * after a sign-out finds nothing that opens it.
 */
export class WaitingSound {
  private readonly memory = new Map<string, unknown>();
  private readonly keys = new Map<string, CryptoKey>();
  private store: UseStore | undefined;

  /** The recording that an account began here and that is not known to be over; what any account left for more than a day is deleted. */
  async readOpen(account: string): Promise<OpenRecording | undefined> {
    await this.forgetOld();
    return this.read<OpenRecording>(`open/${account}`);
  }

  /** @param key of the session's sound on a device: 32 bytes in base64 */
  async unlock(sessionId: string, key: string): Promise<void> {
    const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
    this.keys.set(sessionId, await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']));
  }

  isUnlocked(sessionId: string): boolean {
    return this.keys.has(sessionId);
  }

  /** From here on nothing can be added or opened before the server told the key anew. */
  lock(): void {
    this.keys.clear();
  }

  async keepOpen(recording: OpenRecording): Promise<void> {
    await this.write(`open/${recording.account}`, recording);
  }

  /** Nothing while it is locked: whoever signed out is not recorded any more. */
  async add(sessionId: string, place: ChunkPlace, pcm: ArrayBuffer): Promise<void> {
    const key = this.keys.get(sessionId);
    if (!key) return;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, pcm);
    await this.write(chunkName(sessionId, place), { ...place, iv, sealed } satisfies SealedChunk);
  }

  /** In the order in which it was heard. */
  async list(sessionId: string): Promise<string[]> {
    return (await this.names()).filter((name) => name.startsWith(`chunk/${sessionId}/`)).sort();
  }

  /** How many bytes of sound wait. */
  async size(sessionId: string): Promise<number> {
    let bytes = 0;
    for (const name of await this.list(sessionId)) bytes += Math.max(0, ((await this.read<SealedChunk>(name))?.sealed.byteLength ?? 0) - TAG_BYTES);
    return bytes;
  }

  /** @returns undefined for what is not there, or cannot be opened any more */
  async open(sessionId: string, name: string): Promise<{ place: ChunkPlace; pcm: ArrayBuffer } | 'locked' | undefined> {
    const key = this.keys.get(sessionId);
    if (!key) return 'locked';
    const found = await this.read<SealedChunk>(name);
    if (!found) return undefined;
    const { iv, sealed, ...place } = found;
    try {
      return { place, pcm: await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed) };
    } catch {
      return undefined;
    }
  }

  async remove(name: string): Promise<void> {
    await this.delete([name]);
  }

  /** Nothing of it is left on this device. */
  async forget({ account, sessionId }: Pick<OpenRecording, 'account' | 'sessionId'>): Promise<void> {
    await this.delete([...(await this.list(sessionId)), `open/${account}`]);
    this.keys.delete(sessionId);
  }

  private async forgetOld(): Promise<void> {
    const isOld = (at: number) => !(Date.now() - at < LIFETIME_MS);
    for (const name of await this.names()) {
      if (name.startsWith('chunk/')) {
        const chunk = await this.read<SealedChunk>(name);
        if (chunk && isOld(Date.parse(chunk.capturedAt))) await this.remove(name);
      } else if (name.startsWith('open/')) {
        const open = await this.read<OpenRecording>(name);
        if (open && isOld(open.at)) await this.forget(open);
        // Keys that an earlier version kept beside the sound.
      } else await this.remove(name);
    }
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
