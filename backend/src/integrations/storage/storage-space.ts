import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { FileStorage } from './file-storage';
import * as messages from './messages';
import type { StoredBytes } from './stored-bytes.entity';

const USED = statement<Pick<StoredBytes, 'bytes'>>('stored-bytes', 'select bytes from stored_bytes where therapist_id = $1');

/** How much one therapist may store, of everything that lies in the storage. The database counts it with the rows that name the objects. */
@Injectable()
export class StorageSpace {
  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly storage: FileStorage,
  ) {}

  /** For what lies in the database, which is often on the disk of the files. @throws DomainError no_room where that is almost full */
  async assertDisk(): Promise<void> {
    if (!(await this.storage.hasRoom())) throw new DomainError('no_room', messages.diskFull);
  }

  /**
   * Before bytes are taken in; and with none, within the work that has just written its rows: their count is locked then, so that two of them
   * never find the same room.
   * @throws DomainError no_room, with what is used and what there is
   */
  async assertRoom(therapistId: string, bytes = 0, on: Queryable = this.database): Promise<void> {
    const [row] = await on.query(USED, [therapistId]);
    const [used, all] = [Number(row?.bytes ?? 0), this.config.storageBytesOfTherapist];
    // What this work itself has written is not stored yet.
    if (used + bytes > all) throw new DomainError('no_room', messages.noRoom(Math.min(used, all), all));
  }
}
