import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { mapInTurns } from '../../../common/process/in-turns';
import { isOfClient } from '../../clients/links/client-links.service';
import type { MeetingSettings } from '../consent/consent.entity';
import type { MeetingSession } from '../sessions/session.entity';
import { MeetingTranscript, MeetingTranscriptLine, TRANSCRIPT_LINE_OWNER } from './transcript.entity';

/** A line, opened; `text` undefined where it does not open. */
export interface LineRow extends Omit<MeetingTranscriptLine, 'text' | 'original'> {
  text: string | undefined;
  original: string | null;
}

/** Of a client, for the copy of their record. */
export interface CopiedTranscript extends Pick<MeetingTranscript, 'id' | 'accepted_at'> {
  /** When the session began. */
  created_at: MeetingSession['created_at'];
}

/** What was heard. Times are those of the stored sound. */
export interface NewLine extends Pick<MeetingTranscriptLine, 'start_ms' | 'end_ms' | 'speaker'> {
  text: string;
}

/** What a stretch leaves behind. */
export interface DoneStretch {
  lines: readonly NewLine[];
  /** Up to here all is done now. */
  doneFrames: number;
  hasTimes: boolean;
}

const FIND = statement<MeetingTranscript>('meeting-transcript', 'select t.* from meeting_transcripts t where t.id = $1');
const BEGIN = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcript-begin', `insert into meeting_transcripts (id, therapist_id, state, fence, worked_at, created_at) values ($1, $2, 'waiting', 1, $3, $3)
         on conflict (id) do update set state = 'waiting', failure = null, tries = 0, worked_at = excluded.worked_at where meeting_transcripts.state in ('failed', 'live') returning id`);
const BEGIN_LIVE = statement('meeting-transcript-begin-live', `insert into meeting_transcripts (id, therapist_id, state, fence, worked_at, created_at) values ($1, $2, 'live', 1, $3, $3) on conflict do nothing`);
/** Not while another run has a part on its way, and with growing waits after one that failed. What lies further ahead than both was written by a clock that jumped. */
const TAKE_LIVE = statement<MeetingTranscript>('meeting-transcript-take-live', `update meeting_transcripts set fence = fence + 1, tries = tries + 1, worked_at = $2, held_until = $3
         where id = $1 and state = 'live' and (held_until is null or held_until <= $2 or held_until > $3)
           and (tries = 0 or worked_at > $2 or worked_at <= $2::timestamptz - $4 * interval '1 millisecond' * least(20, power(2, least(tries, 6) - 1))) returning *`);
const HOLD = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcript-hold', `update meeting_transcripts set held_until = $3
         where id = $1 and fence = $2 and state in ('live', 'waiting') returning id`);
const RELEASE = statement('meeting-transcript-release', `update meeting_transcripts set held_until = null, tries = case when $3::boolean then 0 else tries end, failure = case when state = 'live' then $4 end
         where id = $1 and fence = $2 and state in ('live', 'waiting')`);
const TAKE = statement<MeetingTranscript>('meeting-transcript-take', `update meeting_transcripts set state = 'running', fence = fence + 1, worked_at = $2, held_until = null, failure = null
         where id = $1 and state in ('waiting', 'running') returning *`);
const TRY = statement<MeetingTranscript>('meeting-transcript-try', `update meeting_transcripts set tries = tries + 1, worked_at = $3
         where id = $1 and fence = $2 and state = 'running' returning *`);
const CURRENT = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcript-current', `select id from meeting_transcripts where id = $1 and fence = $2 and state in ('live', 'waiting', 'running')`);
const LEFT = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcripts-left', `select id from meeting_transcripts where state in ('waiting', 'running') and worked_at < $1 order by worked_at limit 100`);
const OVER = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcripts-over', `select t.id from meeting_transcripts t left join meeting_settings s on s.therapist_id = t.therapist_id
         where t.state <> 'destroyed' and t.created_at < $1::timestamptz - coalesce(s.transcript_days, 30) * interval '1 day' order by t.created_at limit 100`);
const DAYS = statement<Pick<MeetingSettings, 'transcript_days'>>('meeting-transcript-days', 'select transcript_days from meeting_settings where therapist_id = $1');
const NEWEST_LINE = statement<{ seq: number }>('meeting-transcript-newest-line', 'select coalesce(max(seq), 0)::int as seq from meeting_transcript_lines where session_id = $1');
const LINES = statement<MeetingTranscriptLine>('meeting-transcript-lines', 'select l.* from meeting_transcript_lines l where l.session_id = $1 and l.therapist_id = $2 order by l.seq');
const LINES_AFTER = statement<MeetingTranscriptLine>('meeting-transcript-lines-after', 'select l.* from meeting_transcript_lines l where l.session_id = $1 and l.therapist_id = $2 and l.seq > $3 order by l.seq limit 500');
/** Words that are not accepted are kept, too, for as long as they are. */
const NEXT_FOR_COPY = statement<CopiedTranscript>('meeting-transcript-for-copy', `select t.id, t.accepted_at, s.created_at from meeting_transcripts t join meeting_sessions s on s.id = t.id join meeting_consents c on c.id = s.consent_id
         where t.therapist_id = $1 and ${isOfClient('c.client_id', '$1', '$2')} and t.state <> 'destroyed' and ($3::uuid is null or t.id > $3) order by t.id limit 1`);
const FORGET_BEHIND = statement<Pick<MeetingTranscriptLine, 'start_ms'>>('meeting-transcript-lines-forget-behind', 'delete from meeting_transcript_lines where session_id = $1 and end_ms > $2 returning start_ms');
const LINE = statement<MeetingTranscriptLine>('meeting-transcript-line-lock', 'select l.* from meeting_transcript_lines l where l.id = $1 and l.session_id = $2 and l.therapist_id = $3 for update of l');
const FORGET_ORIGINALS = statement('meeting-transcript-originals-forget', 'update meeting_transcript_lines set original = null where session_id = $1 and original is not null');
const DELETE_LINES = statement('meeting-transcript-lines-delete', 'delete from meeting_transcript_lines where session_id = $1');

const DELETE_ANALYSIS = statement('meeting-transcript-analysis-delete', 'delete from meeting_analyses where id = $1');

/** Transcripts of sessions, whose words are sealed here. Whoever writes holds the session's row. */
@Injectable()
export class TranscriptRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async find(sessionId: string, on: Queryable = this.database): Promise<MeetingTranscript | undefined> {
    return (await on.query(FIND, [sessionId]))[0];
  }

  /** A new one; one that failed, or was made while its session was recorded, goes on behind its last stretch. @returns false where there is another one */
  async begin(sessionId: string, therapistId: string, at: Date, on: Queryable): Promise<boolean> {
    return (await on.query(BEGIN, [sessionId, therapistId, at])).length === 1;
  }

  /** For the next part of a session that is recorded. @param heldUntil when another run may begin one @param waitMs after the first try that failed; twenty times as long at most @returns undefined where one is on its way, or it is not time yet to try again */
  async takeLive({ id: sessionId, therapist_id: therapistId }: Pick<MeetingTranscript, 'id' | 'therapist_id'>, at: Date, heldUntil: Date, waitMs: number, on: Queryable): Promise<MeetingTranscript | undefined> {
    await on.query(BEGIN_LIVE, [sessionId, therapistId, at]);
    return (await on.query(TAKE_LIVE, [sessionId, at, heldUntil, waitMs]))[0];
  }

  /** The part is on its way still. @returns false for a run that is not the newest any more, or was withdrawn */
  async hold(sessionId: string, fence: number, until: Date): Promise<boolean> {
    return (await this.database.query(HOLD, [sessionId, fence, until])).length === 1;
  }

  /** Another run may begin. @param end `done` where nothing is missing; else why the part is not there, null where nobody can be told */
  async release({ id, fence }: MeetingTranscript, end: 'done' | { failure: string | null }): Promise<void> {
    await this.database.query(RELEASE, [id, fence, end === 'done', end === 'done' ? null : end.failure]);
  }

  /** From here on no earlier run writes anything. @returns undefined where nothing is left to do */
  async take(sessionId: string, at: Date, on: Queryable): Promise<MeetingTranscript | undefined> {
    return (await on.query(TAKE, [sessionId, at]))[0];
  }

  /** Counts another try of the next stretch. @returns undefined for a run that is not the newest any more, or was withdrawn */
  async tryNext(sessionId: string, fence: number, at: Date, on: Queryable): Promise<MeetingTranscript | undefined> {
    return (await on.query(TRY, [sessionId, fence, at]))[0];
  }

  async isCurrent(sessionId: string, fence: number, on: Queryable = this.database): Promise<boolean> {
    return (await on.query(CURRENT, [sessionId, fence])).length === 1;
  }

  async update(sessionId: string, change: Partial<MeetingTranscript>, on: Queryable): Promise<void> {
    await on.manager.update(MeetingTranscript, { id: sessionId }, change);
  }

  async keepStretch({ id, therapist_id, stretches }: MeetingTranscript, { lines, doneFrames, hasTimes }: DoneStretch, at: Date, on: Queryable): Promise<void> {
    const last = (await on.query(NEWEST_LINE, [id]))[0]?.seq ?? 0;
    const rows = lines.map(({ text, ...line }, index) => {
      const row = { id: newId(), session_id: id, therapist_id };
      return { ...row, ...line, seq: last + 1 + index, stretch: stretches + 1, text: this.sealed('text', row, text) };
    });
    if (rows.length > 0) await on.manager.insert(MeetingTranscriptLine, rows);
    await this.update(id, { stretches: stretches + 1, done_frames: String(doneFrames), has_times: hasTimes, tries: 0, failure: null, held_until: null, worked_at: at }, on);
  }

  /** Sound came late, out of a time that is heard already, or just now: from there on it is heard anew. @param frame where it begins, counted over all stored sound */
  async rewind(sessionId: string, frame: number, rate: number, on: Queryable): Promise<void> {
    const transcript = await this.find(sessionId, on);
    if (transcript?.state !== 'live') return;
    const anew = { fence: transcript.fence + 1, tries: 0, held_until: null };
    // Only what is on its way may have been read without it.
    if (Number(transcript.done_frames) <= frame) return transcript.held_until ? this.update(sessionId, anew, on) : undefined;
    const gone = await on.query(FORGET_BEHIND, [sessionId, Math.floor((frame * 1_000) / rate)]);
    const from = Math.min(frame, ...gone.map(({ start_ms }) => Math.floor((start_ms * rate) / 1_000)));
    await this.update(sessionId, { ...anew, done_frames: String(from), rewinds: transcript.rewinds + 1 }, on);
  }

  /** On which nobody has worked since. */
  async listLeft(before: Date): Promise<string[]> {
    return (await this.database.query(LEFT, [before])).map(({ id }) => id);
  }

  /** Whose term is over. */
  async listOver(now: Date): Promise<string[]> {
    return (await this.database.query(OVER, [now])).map(({ id }) => id);
  }

  /** How many days a therapist keeps transcripts. */
  async keptDays(therapistId: string, on: Queryable = this.database): Promise<number> {
    return (await on.query(DAYS, [therapistId]))[0]?.transcript_days ?? 30;
  }

  /** In the order of time. */
  async listLines(therapistId: string, sessionId: string, on: Queryable = this.database): Promise<LineRow[]> {
    return mapInTurns(await on.query(LINES, [sessionId, therapistId]), (row) => this.opened(row));
  }

  /** The client's next one, and of those shown with them. @param after the one before */
  async findNextForCopy(therapistId: string, clientId: string, after: string | undefined): Promise<CopiedTranscript | undefined> {
    return (await this.database.query(NEXT_FOR_COPY, [therapistId, clientId, after ?? null]))[0];
  }

  /** Those after it. At most 500. @param seq of the newest that is known */
  async listLinesAfter(therapistId: string, sessionId: string, seq: number): Promise<LineRow[]> {
    return (await this.database.query(LINES_AFTER, [sessionId, therapistId, seq])).map((row) => this.opened(row));
  }

  async lockLine(therapistId: string, sessionId: string, id: string, on: Queryable): Promise<LineRow | undefined> {
    const [row] = await on.query(LINE, [id, sessionId, therapistId]);
    return row && this.opened(row);
  }

  /** What the engine heard stays beside it. */
  async saveCorrection(line: LineRow, text: string, version: number, at: Date, on: Queryable): Promise<void> {
    const original = line.original ?? line.text;
    const sealed = { text: this.sealed('text', line, text), original: original === undefined ? null : this.sealed('original', line, original) };
    await on.manager.update(MeetingTranscriptLine, { id: line.id }, { ...sealed, version, corrected_at: at });
  }

  async forgetOriginals(sessionId: string, on: Queryable): Promise<void> {
    await on.query(FORGET_ORIGINALS, [sessionId]);
  }

  /** Every word of it goes, with what was made of it, and no run writes another. */
  async destroy({ id, fence }: MeetingTranscript, at: Date, on: Queryable): Promise<void> {
    await on.query(DELETE_LINES, [id]);
    await on.query(DELETE_ANALYSIS, [id]);
    await this.update(id, { state: 'destroyed', failure: null, destroyed_at: at, fence: fence + 1 }, on);
  }

  private sealed(column: 'text' | 'original', row: Pick<MeetingTranscriptLine, 'id' | 'session_id' | 'therapist_id'>, text: string): Buffer {
    return this.cipher.encrypt(text, TRANSCRIPT_LINE_OWNER.place(column, row));
  }

  private opened({ text, original, ...row }: MeetingTranscriptLine): LineRow {
    const open = (column: 'text' | 'original', value: Buffer): string | undefined => this.cipher.tryDecrypt(value, TRANSCRIPT_LINE_OWNER.place(column, row));
    return { ...row, text: open('text', text), original: (original && open('original', original)) ?? null };
  }
}
