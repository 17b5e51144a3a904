import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { TherapistProfile } from '../../therapists/therapist.entity';
import { MEETING_ANALYSIS_OWNER, MeetingAnalysis } from './meeting-analysis.entity';
import type { MeetingResult } from './transcript-text';

/** What a finished analysis says, and on which lines it rests. */
export interface StoredMeetingResult {
  result: MeetingResult;
  digest: string;
}

/** An analysis, opened; `result` undefined where there is none, or it does not open. */
export interface MeetingAnalysisRow extends Omit<MeetingAnalysis, 'result'> {
  result: StoredMeetingResult | undefined;
}

const FIND = statement<MeetingAnalysis>('meeting-analysis', 'select a.* from meeting_analyses a where a.id = $1 and a.therapist_id = $2');
/** Another one takes the place of the one before; the note that was made stays known. */
const BEGIN = statement<Pick<MeetingAnalysis, 'id'>>('meeting-analysis-begin', `insert into meeting_analyses (id, therapist_id, state, fence, created_at) values ($1, $2, 'waiting', 1, $3)
         on conflict (id) do update set state = 'waiting', failure = null, model_failure = null, engine = null, result = null, dropped = 0, finished_at = null,
           fence = meeting_analyses.fence + 1, created_at = excluded.created_at returning id`);
const TAKE = statement<MeetingAnalysis>('meeting-analysis-take', `update meeting_analyses set state = 'running', fence = fence + 1 where id = $1 and state in ('waiting', 'running') returning *`);
const CURRENT = statement<Pick<MeetingAnalysis, 'id'>>('meeting-analysis-current', `select id from meeting_analyses where id = $1 and fence = $2 and state = 'running'`);
const ZONE = statement<Pick<TherapistProfile, 'timezone'>>('meeting-analysis-zone', 'select timezone from therapist_profiles where therapist_id = $1');

/** Analyses of transcripts, whose words are sealed here. Whoever writes holds the session's row. */
@Injectable()
export class MeetingAnalysisRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async find(therapistId: string, sessionId: string, on: Queryable = this.database): Promise<MeetingAnalysisRow | undefined> {
    const [row] = await on.query(FIND, [sessionId, therapistId]);
    if (!row) return undefined;
    const { result, ...rest } = row;
    const text = result === null ? undefined : this.cipher.tryDecrypt(result, MEETING_ANALYSIS_OWNER.place('result', row));
    return { ...rest, result: text === undefined ? undefined : (JSON.parse(text) as StoredMeetingResult) };
  }

  async begin(sessionId: string, therapistId: string, at: Date, on: Queryable): Promise<void> {
    await on.query(BEGIN, [sessionId, therapistId, at]);
  }

  /** From here on no earlier run writes anything. @returns undefined where nothing is left to do */
  async take(sessionId: string, on: Queryable): Promise<MeetingAnalysis | undefined> {
    return (await on.query(TAKE, [sessionId]))[0];
  }

  async isCurrent(sessionId: string, fence: number, on: Queryable = this.database): Promise<boolean> {
    return (await on.query(CURRENT, [sessionId, fence])).length === 1;
  }

  async finish({ id, therapist_id }: Pick<MeetingAnalysis, 'id' | 'therapist_id'>, stored: StoredMeetingResult, made: Partial<MeetingAnalysis>, at: Date, on: Queryable): Promise<void> {
    const result = this.cipher.encrypt(JSON.stringify(stored), MEETING_ANALYSIS_OWNER.place('result', { id, therapist_id }));
    await on.manager.update(MeetingAnalysis, { id }, { ...made, state: 'done', result, finished_at: at });
  }

  async update(id: string, change: Partial<MeetingAnalysis>, on: Queryable): Promise<void> {
    await on.manager.update(MeetingAnalysis, { id }, change);
  }

  /** The zone that a therapist works in. */
  async zoneOf(therapistId: string): Promise<string> {
    return (await this.database.query(ZONE, [therapistId]))[0]?.timezone ?? 'UTC';
  }
}
