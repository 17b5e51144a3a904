import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error';
import { RecordingStorage, StorageFailed, StorageFull } from '../../../integrations/storage/file-storage';
import { diskFull } from '../../../integrations/storage/messages';
import * as messages from '../messages';
import { ChunkPlace, openChunk, sealChunk } from './chunk-cipher';
import { RecordingRepository, StoredSound } from './recording.repository';

const AT_ONCE = 200;

/** The bytes of recorded sound in the storage, under the key of their session. */
@Injectable()
export class SealedSound {
  private readonly logger = new Logger('recordings');

  constructor(
    private readonly storage: RecordingStorage,
    private readonly recordings: RecordingRepository,
  ) {}

  /**
   * Comes back when the bytes outlive a crash and are written down.
   * @param note writes down where they lie; false where they are known already
   * @throws DomainError conflict where the session's sound is destroyed; unavailable while the storage is away; no_room on its disk; what `note` throws
   */
  async keep(sessionId: string, place: ChunkPlace, bytes: Buffer, note: (storageKey: string) => Promise<boolean>): Promise<void> {
    const key = await this.recordings.findKey(sessionId);
    if (!key) throw new DomainError('conflict', messages.notLive);
    const storageKey = this.recordings.newStorageKey();
    await this.put(storageKey, sealChunk(bytes, key, place));
    try {
      if (!(await note(storageKey))) await this.discard(storageKey);
    } catch (error) {
      // After any other failure nobody knows whether the row is there: what has none is found later.
      if (error instanceof DomainError) await this.discard(storageKey);
      throw error;
    }
  }

  /** @returns undefined for what is missing, was changed in the storage, or whose key is gone @throws StorageFailed */
  async open(sessionId: string, place: ChunkPlace, storageKey: string): Promise<Buffer | undefined> {
    const key = await this.recordings.findKey(sessionId);
    const sealed = key && (await this.storage.get(storageKey));
    return key && sealed && openChunk(sealed, key, place);
  }

  /** {@link open}, for somebody who waits for the answer. @throws DomainError unavailable while the storage is away */
  async openNow(sessionId: string, place: ChunkPlace, storageKey: string): Promise<Buffer | undefined> {
    try {
      return await this.open(sessionId, place, storageKey);
    } catch (error) {
      if (error instanceof StorageFailed) throw new DomainError('unavailable', messages.storageAway);
      throw error;
    }
  }

  /** What a file was sent as, once it is read. May be repeated. @throws StorageFailed */
  deleteBlocks(sessionId: string): Promise<void> {
    return this.deleteAll(() => this.recordings.listStoredBlocks(sessionId, AT_ONCE), (keys) => this.recordings.deleteBlocks(sessionId, keys));
  }

  /** Everything of a session whose key is gone. May be repeated. @throws StorageFailed */
  async deleteObjects(sessionId: string): Promise<void> {
    if (await this.recordings.findKey(sessionId)) return;
    await this.deleteBlocks(sessionId);
    await this.deleteAll(() => this.recordings.listAfter(sessionId, undefined, AT_ONCE), (keys) => this.recordings.deleteChunks(sessionId, keys));
  }

  private async deleteAll(list: () => Promise<StoredSound[]>, forget: (keys: string[]) => Promise<void>): Promise<void> {
    for (;;) {
      const keys = (await list()).map(({ storage_key }) => storage_key);
      if (keys.length === 0) return;
      await Promise.all(keys.map((key) => this.storage.delete(key)));
      await forget(keys);
    }
  }

  private async put(key: string, bytes: Buffer): Promise<void> {
    try {
      await this.storage.put(key, bytes);
    } catch (error) {
      if (error instanceof StorageFull) throw new DomainError('no_room', diskFull);
      if (error instanceof StorageFailed) throw new DomainError('unavailable', messages.storageAway);
      throw error;
    }
  }

  private async discard(key: string): Promise<void> {
    await this.storage.delete(key).catch((error: unknown) => this.logger.warn(`sound that was not kept stays for now: ${String(error)}`));
  }
}
