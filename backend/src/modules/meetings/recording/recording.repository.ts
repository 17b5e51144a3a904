import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import { newSessionKey } from './chunk-cipher';
import { MeetingChunk, MeetingPart, MeetingSessionKey, SESSION_KEY_OWNER } from './recording.entity';

export type ChunkRow = Pick<MeetingChunk, 'session_id' | 'part' | 'seq' | 'start_frame' | 'frames' | 'rate' | 'storage_key'>;
/** A chunk with how many frames stand before it in all of the session's sound. */
export interface PlacedChunk extends ChunkRow {
  before: string;
}
/** What the storage calls something. */
export type StoredSound = Pick<MeetingChunk, 'storage_key'>;
export type NewChunk = Omit<ChunkRow, 'start_frame'> & Pick<MeetingChunk, 'peak' | 'captured_at' | 'stored_at'> & { startFrame: number };

/** Where something is missing: between two chunks of a part, before its first one, or until whoever recorded was back. */
export interface GapRow extends Pick<MeetingChunk, 'part'> {
  recorded_before_ms: string;
  missing_ms: string;
}

const FIND = statement<ChunkRow>('meeting-chunk', 'select session_id, part, seq, start_frame, frames, rate, storage_key from meeting_chunks where session_id = $1 and part = $2 and seq = $3');
const INSERT = statement<Pick<MeetingChunk, 'seq'>>('meeting-chunk-insert', `insert into meeting_chunks (session_id, part, seq, start_frame, frames, rate, peak, storage_key, captured_at, stored_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning seq`);
/** In the order of time. */
const AFTER = statement<ChunkRow>('meeting-chunks-after', `select session_id, part, seq, start_frame, frames, rate, storage_key from meeting_chunks
         where session_id = $1 and (part, seq) > ($2, $3) order by part, seq limit $4`);
/** From where that frame is on, in the order of time. */
const FROM_FRAME = statement<PlacedChunk>('meeting-chunks-from-frame', `select * from (
           select session_id, part, seq, start_frame, frames, rate, storage_key, ((sum(frames) over (order by part, seq)) - frames)::bigint::text as before
           from meeting_chunks where session_id = $1) c
         where c.before::bigint + c.frames > $2::bigint order by c.part, c.seq limit $3`);
const EXTENT = statement<{ frames: string; rate: number | null }>('meeting-sound-extent', 'select coalesce(sum(frames), 0)::bigint::text as frames, min(rate)::int as rate from meeting_chunks where session_id = $1');
const RANGES = statement<{ part: number; first: number; last: number }>('meeting-chunk-ranges', `select part, min(seq)::int as first, max(seq)::int as last
         from (select part, seq, seq - row_number() over (partition by part order by seq) as island from meeting_chunks where session_id = $1) c
         group by part, island order by part, min(seq)`);
const GAPS = statement<GapRow>('meeting-gaps', `select part, recorded_before_ms::bigint::text as recorded_before_ms, missing_ms::bigint::text as missing_ms from (
           select c.part, sum(c.frames * 1000.0 / c.rate) over w - c.frames * 1000.0 / c.rate as recorded_before_ms,
             case when lag(c.part) over w = c.part then (c.start_frame - lag(c.start_frame + c.frames) over w) * 1000.0 / c.rate
               else c.start_frame * 1000.0 / c.rate + case when p.reason = 'restart'
                 then greatest(0, coalesce(extract(epoch from c.captured_at - lag(c.captured_at + c.frames * interval '1 second' / c.rate) over w), 0)) * 1000 else 0 end
             end as missing_ms
           from meeting_chunks c join meeting_parts p on p.session_id = c.session_id and p.part = c.part
           where c.session_id = $1 window w as (order by c.part, c.seq)) g
         where missing_ms >= 100 order by part, recorded_before_ms limit 500`);
const NEWEST_PART = statement<{ part: number }>('meeting-part-newest', 'select coalesce(max(part), 0)::int as part from meeting_parts where session_id = $1');
const PART = statement<Pick<MeetingPart, 'part'>>('meeting-part', 'select part from meeting_parts where session_id = $1 and part = $2');
const OVERLAPS = statement<{ overlaps: boolean }>('meeting-chunk-overlaps', `select exists (select from meeting_chunks where session_id = $1 and part = $2
         and ((seq < $3 and start_frame + frames > $4) or (seq > $3 and start_frame < $4::bigint + $5))) as overlaps`);
const HAS_LATER = statement<{ is_there: boolean }>('meeting-chunk-has-later', 'select exists (select from meeting_chunks where session_id = $1 and (part, seq) > ($2, $3)) as is_there');
const FRAMES_BEFORE = statement<{ frames: string }>('meeting-frames-before', 'select coalesce(sum(frames), 0)::bigint::text as frames from meeting_chunks where session_id = $1 and (part, seq) < ($2, $3)');
/** Whose the session is decides who may hear it: a session that was given to somebody else in the table brings them no key. */
const FIND_KEY = statement<MeetingSessionKey>('meeting-session-key', `select k.id, k.therapist_id, k.wrapped_key from meeting_session_keys k
         join meeting_sessions s on s.id = k.id and s.therapist_id = k.therapist_id where k.id = $1`);
const DELETE_CHUNKS = statement('meeting-chunks-delete', 'delete from meeting_chunks where session_id = $1 and storage_key = any($2)');
const NAMED = statement<Pick<MeetingChunk, 'storage_key'>>('meeting-chunks-named', `select storage_key from meeting_chunks where storage_key = any($1)
         union all select storage_key from meeting_upload_blocks where storage_key = any($1)`);
const STORED_BLOCKS = statement<StoredSound>('meeting-blocks-stored', 'select storage_key from meeting_upload_blocks where session_id = $1 limit $2');
const DELETE_BLOCKS = statement('meeting-blocks-delete', 'delete from meeting_upload_blocks where session_id = $1 and storage_key = any($2)');

/** What is known of recorded sound, and the keys that open it. */
@Injectable()
export class RecordingRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  newStorageKey(): string {
    return randomBytes(32).toString('hex');
  }

  async findChunk(sessionId: string, part: number, seq: number, on: Queryable = this.database): Promise<ChunkRow | undefined> {
    return (await on.query(FIND, [sessionId, part, seq]))[0];
  }

  /** @returns false where there is one in its place already */
  async insertChunk(chunk: NewChunk, on: Queryable): Promise<boolean> {
    const { session_id, part, seq, startFrame, frames, rate, peak, storage_key, captured_at, stored_at } = chunk;
    return (await on.query(INSERT, [session_id, part, seq, startFrame, frames, rate, peak, storage_key, captured_at, stored_at])).length === 1;
  }

  listAfter(sessionId: string, after: Pick<ChunkRow, 'part' | 'seq'> | undefined, atMost: number): Promise<ChunkRow[]> {
    return this.database.query(AFTER, [sessionId, after?.part ?? 0, after?.seq ?? 0, atMost]);
  }

  /** The chunks that hold this frame and those after it, in the order of time. @param frame counted over all stored sound of the session */
  listFrom(sessionId: string, frame: number, atMost: number): Promise<PlacedChunk[]> {
    return this.database.query(FROM_FRAME, [sessionId, frame, atMost]);
  }

  /** How much sound is stored. @returns undefined where there is none */
  async findExtent(sessionId: string): Promise<{ frames: number; rate: number } | undefined> {
    const [row] = await this.database.query(EXTENT, [sessionId]);
    return row?.rate ? { frames: Number(row.frames), rate: row.rate } : undefined;
  }

  /** Which chunks are stored. */
  listRanges(sessionId: string): Promise<{ part: number; first: number; last: number }[]> {
    return this.database.query(RANGES, [sessionId]);
  }

  listGaps(sessionId: string): Promise<GapRow[]> {
    return this.database.query(GAPS, [sessionId]);
  }

  async newestPart(sessionId: string, on: Queryable = this.database): Promise<number> {
    return (await on.query(NEWEST_PART, [sessionId]))[0]?.part ?? 0;
  }

  async hasPart(sessionId: string, part: number, on: Queryable): Promise<boolean> {
    return (await on.query(PART, [sessionId, part])).length === 1;
  }

  /** @returns its number */
  async addPart(sessionId: string, reason: MeetingPart['reason'], at: Date, on: Queryable): Promise<number> {
    const part = (await this.newestPart(sessionId, on)) + 1;
    await on.manager.insert(MeetingPart, { session_id: sessionId, part, reason, began_at: at });
    return part;
  }

  async overlaps({ session_id, part, seq, startFrame, frames }: Pick<NewChunk, 'session_id' | 'part' | 'seq' | 'startFrame' | 'frames'>, on: Queryable): Promise<boolean> {
    return (await on.query(OVERLAPS, [session_id, part, seq, startFrame, frames]))[0]?.overlaps ?? false;
  }

  /** @returns how many frames stand before a chunk that came after later ones; undefined for the newest one, as nearly all are */
  async framesBeforeLate({ session_id, part, seq }: Pick<NewChunk, 'session_id' | 'part' | 'seq'>, on: Queryable): Promise<number | undefined> {
    if (!(await on.query(HAS_LATER, [session_id, part, seq]))[0]?.is_there) return undefined;
    return Number((await on.query(FRAMES_BEFORE, [session_id, part, seq]))[0]?.frames ?? 0);
  }

  async insertKey(sessionId: string, therapistId: string, on: Queryable): Promise<void> {
    const row = { id: sessionId, therapist_id: therapistId };
    await on.manager.insert(MeetingSessionKey, { ...row, wrapped_key: this.cipher.encrypt(newSessionKey().toString('base64'), SESSION_KEY_OWNER.place('wrapped_key', row)) });
  }

  /** @returns undefined once the sound is destroyed, and where the key does not open, or the session was somebody else's */
  async findKey(sessionId: string, on: Queryable = this.database): Promise<Buffer | undefined> {
    const [row] = await on.query(FIND_KEY, [sessionId]);
    const text = row && this.cipher.tryDecrypt(row.wrapped_key, SESSION_KEY_OWNER.place('wrapped_key', row));
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  /** From here on every copy of the session's sound is noise. */
  async deleteKey(sessionId: string, on: Queryable): Promise<void> {
    await on.manager.delete(MeetingSessionKey, { id: sessionId });
  }

  async deleteChunks(sessionId: string, storageKeys: readonly string[]): Promise<void> {
    await this.database.query(DELETE_CHUNKS, [sessionId, storageKeys]);
  }

  listStoredBlocks(sessionId: string, atMost: number): Promise<StoredSound[]> {
    return this.database.query(STORED_BLOCKS, [sessionId, atMost]);
  }

  async deleteBlocks(sessionId: string, storageKeys: readonly string[]): Promise<void> {
    await this.database.query(DELETE_BLOCKS, [sessionId, storageKeys]);
  }

  /** Those of the storage's names that are in use. */
  async listNamed(storageKeys: readonly string[]): Promise<Set<string>> {
    return new Set((await this.database.query(NAMED, [storageKeys])).map(({ storage_key }) => storage_key));
  }
}
