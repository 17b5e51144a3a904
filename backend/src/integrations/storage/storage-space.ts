import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Upkeep } from '../../common/jobs/job';
import { AppConfig } from '../../config/app-config';
import { FileStorage, StorageFailed } from './file-storage';
import * as messages from './messages';
import type { StoredBytes } from './stored-bytes.entity';

interface Used extends Pick<StoredBytes, 'bytes'> {
  is_practice: boolean;
}

/** Of what is free of the disk, and what they have of it already. */
const SHARE_OF_NEWCOMERS = 1 / 4;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Of a few weeks of recordings each, in the time of one statement. */
const THERAPISTS_AT_ONCE = 20;

/** What the rows of a therapist say that is stored, each as its trigger counts it. */
const storedOf = (therapist: string): string => `(
           (select coalesce(sum(greatest(k.frames * 2, 4096)), 0) from meeting_sessions s join meeting_chunks k on k.session_id = s.id where s.therapist_id = ${therapist})
           + (select coalesce(sum(2 * greatest(least(m.block_bytes, m.file_size - k.block::bigint * m.block_bytes), 4096)), 0) from meeting_sessions s
              join meeting_uploads m on m.id = s.id join meeting_upload_blocks k on k.session_id = s.id where s.therapist_id = ${therapist})
           + (select coalesce(sum(greatest(f.file_size, 4096)), 0) from session_note_files f where f.therapist_id = ${therapist}))::bigint`;

/** Anybody can make accounts of therapists; a practice has a client who has proved an address and said by a deed of their own that they go there. */
const isPractice = (therapist: string): string => `exists (select from confirmed_clients k join client_accounts a on a.client_id = k.client_id where k.therapist_id = ${therapist} and a.verified_at is not null)`;

const USED = statement<Used>('stored-bytes', `select coalesce((select bytes from stored_bytes where therapist_id = $1), 0) as bytes, ${isPractice('$1::uuid')} as is_practice`);
const USED_BY_NEWCOMERS = statement<Pick<StoredBytes, 'bytes'>>('stored-bytes-of-newcomers', `select coalesce(sum(b.bytes), 0)::bigint as bytes from stored_bytes b where b.bytes > 0 and not ${isPractice('b.therapist_id')}`);
/** One look at both: rows and their count are committed together. */
const COMPARED = statement<Pick<StoredBytes, 'therapist_id'> & { is_off: boolean }>('stored-bytes-compared', `select u.id as therapist_id, coalesce(b.bytes, 0) <> ${storedOf('u.id')} as is_off
         from (select id from users where user_type = 'therapist' and id > $1 order by id limit $2) u left join stored_bytes b on b.therapist_id = u.id order by u.id`);
/** Whoever stores something waits until this is over, or is waited for. */
const LOCK = statement('stored-bytes-lock', 'insert into stored_bytes (therapist_id, bytes) values ($1, 0) on conflict (therapist_id) do update set bytes = stored_bytes.bytes');
const RECOUNT = statement('stored-bytes-recount', `update stored_bytes set bytes = ${storedOf('$1')} where therapist_id = $1`);

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
    if ((await this.storage.room()) < 0) throw new DomainError('no_room', messages.diskFull);
  }

  /**
   * Before bytes are taken in; and with none, within the work that has just written its rows: their count is locked then, so that two of them
   * never find the same room. Whoever is no practice yet shares a small room with all others of these, whom no practice makes room for: that one is as
   * large as it is but for what several of them store in the same moment.
   * @throws DomainError no_room, with what is used and what there is
   */
  async assertRoom(therapistId: string, bytes = 0, on: Queryable = this.database): Promise<void> {
    const [row] = await on.query(USED, [therapistId]);
    const [used, all] = [Number(row?.bytes ?? 0), this.config.storageBytesOfTherapist];
    // What this work itself has written is not stored yet.
    if (used + bytes > all) throw new DomainError('no_room', messages.noRoom(Math.min(used, all), all));
    if (row?.is_practice === false) await this.assertRoomOfNewcomers(bytes, on);
  }

  private async assertRoomOfNewcomers(bytes: number, on: Queryable): Promise<void> {
    const [row] = await on.query(USED_BY_NEWCOMERS, []);
    const used = Number(row?.bytes ?? 0);
    // A storage that is full, or away, is told of by whoever stores.
    const free = await this.storage.room().catch((error: unknown) => {
      if (error instanceof StorageFailed) return -1;
      throw error;
    });
    const room = Math.min(this.config.storageBytesOfNewcomers, free < 0 ? Infinity : (used + free) * SHARE_OF_NEWCOMERS);
    if (used + bytes > room) throw new DomainError('no_room', messages.noRoomForNewcomers(room, this.config.storageBytesOfTherapist));
  }

  /** A count that went wrong once, whatever did it, takes nobody's room for good. @returns of how many therapists it was */
  @Upkeep('stored bytes that were miscounted')
  async recount(): Promise<number> {
    let mended = 0;
    let after = FIRST_ID;
    for (;;) {
      const page = await this.database.query(COMPARED, [after, THERAPISTS_AT_ONCE]);
      for (const { therapist_id, is_off } of page) {
        if (!is_off) continue;
        await this.database.transaction(async (tx) => {
          await tx.query(LOCK, [therapist_id]);
          // In a statement of its own, which sees what was waited for.
          await tx.query(RECOUNT, [therapist_id]);
        });
        mended += 1;
      }
      after = page.at(-1)?.therapist_id ?? after;
      if (page.length < THERAPISTS_AT_ONCE) return mended;
    }
  }
}
