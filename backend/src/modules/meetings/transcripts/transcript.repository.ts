import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import type { MeetingSettings } from '../consent/consent.entity';
import { MeetingTranscript, MeetingTranscriptLine, TRANSCRIPT_LINE_OWNER } from './transcript.entity';

/** A line, opened; `text` undefined where it does not open. */
export interface LineRow extends Omit<MeetingTranscriptLine, 'text' | 'original'> {
  text: string | undefined;
  original: string | null;
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
         on conflict (id) do update set state = 'waiting', failure = null, tries = 0, worked_at = excluded.worked_at where meeting_transcripts.state = 'failed' returning id`);
const TAKE = statement<MeetingTranscript>('meeting-transcript-take', `update meeting_transcripts set state = 'running', fence = fence + 1, worked_at = $2
         where id = $1 and state in ('waiting', 'running') returning *`);
const TRY = statement<MeetingTranscript>('meeting-transcript-try', `update meeting_transcripts set tries = tries + 1, worked_at = $3
         where id = $1 and fence = $2 and state = 'running' returning *`);
const CURRENT = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcript-current', `select id from meeting_transcripts where id = $1 and fence = $2 and state = 'running'`);
const WAITING = statement<Pick<MeetingTranscript, 'therapist_id'>>('meeting-transcripts-waiting', `select distinct therapist_id from meeting_transcripts where state = 'waiting'`);
const LEFT = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcripts-left', `select id from meeting_transcripts where state in ('waiting', 'running') and worked_at < $1 order by worked_at limit 100`);
const OVER = statement<Pick<MeetingTranscript, 'id'>>('meeting-transcripts-over', `select t.id from meeting_transcripts t left join meeting_settings s on s.therapist_id = t.therapist_id
         where t.state <> 'destroyed' and t.created_at < $1::timestamptz - coalesce(s.transcript_days, 30) * interval '1 day' order by t.created_at limit 100`);
const DAYS = statement<Pick<MeetingSettings, 'transcript_days'>>('meeting-transcript-days', 'select transcript_days from meeting_settings where therapist_id = $1');
const NEWEST_LINE = statement<{ seq: number }>('meeting-transcript-newest-line', 'select coalesce(max(seq), 0)::int as seq from meeting_transcript_lines where session_id = $1');
const LINES = statement<MeetingTranscriptLine>('meeting-transcript-lines', 'select l.* from meeting_transcript_lines l where l.session_id = $1 and l.therapist_id = $2 order by l.seq');
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

  /** A new one, or one that failed goes on behind its last stretch. @returns false where there is one */
  async begin(sessionId: string, therapistId: string, at: Date, on: Queryable): Promise<boolean> {
    return (await on.query(BEGIN, [sessionId, therapistId, at])).length === 1;
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
    await this.update(id, { stretches: stretches + 1, done_frames: String(doneFrames), has_times: hasTimes, tries: 0, worked_at: at }, on);
  }

  /** Who waits for one. */
  async listWaiting(): Promise<string[]> {
    return (await this.database.query(WAITING, [])).map(({ therapist_id }) => therapist_id);
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
    return (await on.query(LINES, [sessionId, therapistId])).map((row) => this.opened(row));
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
