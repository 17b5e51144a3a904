import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Upkeep } from '../../common/jobs/job';
import { isPractice, isSettled, settledSince } from '../../common/limits/settled-practices';
import { AppConfig } from '../../config/app-config';
import { FileStorage, StorageFailed } from './file-storage';
import * as messages from './messages';
import type { StoredBytes } from './stored-bytes.entity';

interface Used extends Pick<StoredBytes, 'bytes'> {
  /** Null before anything is stored. */
  of_practice: boolean | null;
  is_practice: boolean;
  is_settled: boolean;
}

/** Of what is free of the disk, and what they have of it already. */
const SHARE_OF_NEWCOMERS = 1 / 4;
/** Of all who are not here for long yet. */
const SHARE_OF_UNSETTLED = 1 / 2;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Of a few weeks of recordings each, in the time of one statement. */
const THERAPISTS_AT_ONCE = 20;

/** What the rows of a therapist say that is stored, each as its trigger counts it. */
const storedOf = (therapist: string): string => `(
           (select coalesce(sum(greatest(k.frames * 2, 4096)), 0) from meeting_sessions s join meeting_chunks k on k.session_id = s.id where s.therapist_id = ${therapist})
           + (select coalesce(sum(2 * greatest(least(m.block_bytes, m.file_size - k.block::bigint * m.block_bytes), 4096)), 0) from meeting_sessions s
              join meeting_uploads m on m.id = s.id join meeting_upload_blocks k on k.session_id = s.id where s.therapist_id = ${therapist})
           + (select coalesce(sum(greatest(f.file_size, 4096)), 0) from session_note_files f where f.therapist_id = ${therapist}))::bigint`;

const USED = statement<Used>('stored-bytes', `select coalesce(b.bytes, 0) as bytes, b.of_practice, ${isPractice('asked.id')} as is_practice, ${isSettled('asked.id', '$2')} as is_settled
         from (select $1::uuid as id) asked left join stored_bytes b on b.therapist_id = asked.id`);
const MARK = statement('stored-bytes-mark', 'update stored_bytes set of_practice = $2 where therapist_id = $1');
const USED_BY_NEWCOMERS = statement<Pick<StoredBytes, 'bytes'>>('stored-bytes-of-newcomers', 'select coalesce(sum(b.bytes), 0)::bigint as bytes from stored_bytes b where b.bytes > 0 and not b.of_practice');
/** Of those without a client less is asked before. */
const USED_BY_UNSETTLED = statement<Pick<StoredBytes, 'bytes'>>('stored-bytes-of-unsettled', `select coalesce(sum(b.bytes), 0)::bigint as bytes from stored_bytes b join users u on u.id = b.therapist_id where b.bytes > 0 and u.created_at >= $1`);
const USED_BY_ALL = statement<Pick<StoredBytes, 'bytes'>>('stored-bytes-of-all', 'select coalesce(sum(b.bytes), 0)::bigint as bytes from stored_bytes b where b.bytes > 0');
/** One look at both: rows and their count are committed together. */
const COMPARED = statement<Pick<StoredBytes, 'therapist_id'> & { is_off: boolean }>('stored-bytes-compared', `select u.id as therapist_id, coalesce(b.bytes, 0) <> ${storedOf('u.id')} or b.of_practice <> ${isPractice('u.id')} as is_off
         from (select id from users where user_type = 'therapist' and id > $1 order by id limit $2) u left join stored_bytes b on b.therapist_id = u.id order by u.id`);
/** Whoever stores something waits until this is over, or is waited for. */
const LOCK = statement('stored-bytes-lock', 'insert into stored_bytes (therapist_id, bytes) values ($1, 0) on conflict (therapist_id) do update set bytes = stored_bytes.bytes');
const RECOUNT = statement('stored-bytes-recount', `update stored_bytes set bytes = ${storedOf('$1')}, of_practice = ${isPractice('$1::uuid')} where therapist_id = $1`);

/** How much one therapist may store, of everything that lies in the storage. The database counts it with the rows that name the objects. */
@Injectable()
export class StorageSpace {
  constructor(
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly storage: FileStorage,
    private readonly clock: Clock,
  ) {}

  /** For what lies in the database, which is often on the disk of the files. @throws DomainError no_room where that is almost full */
  async assertDisk(): Promise<void> {
    await this.assertBucket(0, this.database);
    if ((await this.storage.room()) < 0) throw new DomainError('no_room', messages.diskFull);
  }

  /**
   * Before bytes are taken in; and with none, within the work that has just written its rows: their count is locked then, so that two of them
   * never find the same room. Whoever is no practice yet shares a small room with all others of these, whom no practice makes room for: that one is as
   * large as it is but for what several of them store in the same moment. Whoever is not here for long yet shares half of the disk with the others of these, or of
   * what the operator gives the bucket, which is all that anybody has.
   * @throws DomainError no_room, with what is used and what there is
   */
  async assertRoom(therapistId: string, bytes = 0, on: Queryable = this.database): Promise<void> {
    const since = settledSince(this.clock.now());
    const [row] = await on.query(USED, [therapistId, since]);
    // Since the last time that they stored something; until then they count as they were.
    if (row && row.of_practice !== null && row.of_practice !== row.is_practice) await on.query(MARK, [therapistId, row.is_practice]);
    const [used, all] = [Number(row?.bytes ?? 0), this.config.storageBytesOfTherapist];
    // What this work itself has written is not stored yet.
    if (used + bytes > all) throw new DomainError('no_room', messages.noRoom(Math.min(used, all), all));
    const left = await this.assertBucket(bytes, on);
    if (row?.is_settled !== false) return;
    const free = Math.min(left, await this.freeOnDisk());
    if (!row.is_practice) {
      const [newcomers] = await on.query(USED_BY_NEWCOMERS, []);
      const room = Math.min(this.config.storageBytes.ofNewcomers, shareOf(SHARE_OF_NEWCOMERS, newcomers, free));
      if (Number(newcomers?.bytes ?? 0) + bytes > room) throw new DomainError('no_room', messages.noRoomForNewcomers(room, all));
    }
    const [unsettled] = await on.query(USED_BY_UNSETTLED, [since]);
    const room = shareOf(SHARE_OF_UNSETTLED, unsettled, free);
    if (Number(unsettled?.bytes ?? 0) + bytes > room) throw new DomainError('no_room', messages.noRoomForUnsettled(room));
  }

  /** Whether a bucket holds all that the operator gives it. */
  async isBucketFull(): Promise<boolean> {
    return (await this.leftOfBucket(this.database)) <= 0;
  }

  /** @returns how much is left, as {@link leftOfBucket} does @throws DomainError no_room */
  private async assertBucket(bytes: number, on: Queryable): Promise<number> {
    const left = await this.leftOfBucket(on);
    if (left < bytes) throw new DomainError('no_room', messages.bucketFull);
    return left;
  }

  /** A bucket has no end, and may be on the very disk that the database is on. @returns bytes, none or less where it is full; Infinity for a disk, which is measured itself */
  private async leftOfBucket(on: Queryable): Promise<number> {
    if (this.config.storage.kind === 'disk') return Infinity;
    const [all] = await on.query(USED_BY_ALL, []);
    return this.config.storageBytes.inAll - Number(all?.bytes ?? 0);
  }

  /** @returns bytes; Infinity for a storage that is full, or away: of that whoever stores is told */
  private async freeOnDisk(): Promise<number> {
    const free = await this.storage.room().catch((error: unknown) => {
      if (error instanceof StorageFailed) return -1;
      throw error;
    });
    return free < 0 ? Infinity : free;
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

function shareOf(share: number, used: Pick<StoredBytes, 'bytes'> | undefined, free: number): number {
  return (Number(used?.bytes ?? 0) + free) * share;
}
