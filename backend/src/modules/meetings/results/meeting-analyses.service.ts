import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { aiFailureWords, isAiFailureReason } from '../../../integrations/ai/ai-failure';
import { RULES_LABEL, TextAnalysisService } from '../../session-notes/analyses/text-analysis.service';
import { NotesService } from '../../session-notes/notes/notes.service';
import { known, sessionDeed } from '../sessions/session-lifecycle';
import { SessionRepository, SessionRow } from '../sessions/session.repository';
import { LineRow, TranscriptRepository } from '../transcripts/transcript.repository';
import { draftNote } from './draft-note';
import { MeetingAnalysisDto, MeetingNoteDto, MeetingResultDto } from './meeting-analysis.dto';
import { analyseMeeting } from './meeting-analysis.jobs';
import { MeetingAnalysisRepository, MeetingAnalysisRow } from './meeting-analysis.repository';
import * as messages from './messages';
import { MeetingResult, Moment, RESULT_LISTS, TranscriptText } from './transcript-text';

const STARTS: Limit = { scope: 'meeting-analyses', max: 60, windowMs: 3_600_000 };
/** One that nobody has worked on for so long is not coming any more. */
const GIVEN_UP_AFTER_MS = 20 * 60_000;

type Therapist = Actor & { id: string };

/** What engines make of a session's transcript, for its therapist: asked for, looked at, and made a note of. */
@Injectable()
export class MeetingAnalysesService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly sessions: SessionRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly repository: MeetingAnalysisRepository,
    private readonly texts: TextAnalysisService,
    private readonly notes: NotesService,
  ) {}

  /** Asks for one, unless it is under way; what was there is replaced. @throws DomainError not_found; rule without a finished transcript; too_many */
  async start(actor: Therapist, id: string): Promise<MeetingAnalysisDto> {
    const wait = await this.limits.reserve([STARTS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.startedTooOften, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const session = known(await this.sessions.lockOwned(actor.id, id, work.tx));
      const refused = refusalOf(session);
      if (refused !== null) throw new DomainError('rule', refused);
      const present = await this.repository.find(actor.id, id, work.tx);
      if (present && isUnderWay(present, work.now())) return;
      await this.begin(work, session);
      await work.record(sessionDeed('analyse_session', session));
    });
    return this.stateOf(actor.id, id);
  }

  /** @param session locked */
  async begin(work: Work, { id, therapist_id }: Pick<SessionRow, 'id' | 'therapist_id'>): Promise<void> {
    await this.repository.begin(id, therapist_id, work.now(), work.tx);
    await work.enqueue(analyseMeeting, { session_id: id });
  }

  /** @throws DomainError not_found */
  async show(actor: Therapist, id: string): Promise<MeetingAnalysisDto> {
    const session = known(await this.sessions.findOwned(actor.id, id));
    const shown = await this.describe(session);
    if (shown.result) await this.works.recordRead(actor, sessionDeed('read_session_analysis', session));
    return shown;
  }

  /**
   * A session note of what the engine made, as a draft that nobody but the therapist sees. Asked for again, it is the same one, unless that was deleted.
   * @throws DomainError not_found; rule while the analysis is not finished, and as for any new note
   */
  async makeNote(actor: Therapist, id: string): Promise<MeetingNoteDto> {
    const zone = await this.repository.zoneOf(actor.id);
    return this.works.begin(actor, async (work) => {
      const session = known(await this.sessions.lockOwned(actor.id, id, work.tx));
      const analysis = await this.repository.find(actor.id, id, work.tx);
      if (analysis?.note_id) return { note_id: analysis.note_id };
      if (analysis?.state !== 'done' || !analysis.result) throw new DomainError('rule', messages.notDone);
      const { title, content } = draftNote(analysis.result.result, labelOf(analysis) ?? '', session.started_at ?? session.created_at, zone);
      const note_id = await this.notes.insert(work, actor.id, { title, content, tags: [messages.NOTE_TAG], ...(session.client_id !== null && { client_id: session.client_id }) });
      await this.repository.update(id, { note_id }, work.tx);
      return { note_id };
    });
  }

  /** With the transcript that a withdrawal destroys: the note that was made of it goes too, unless its therapist has worked on it. @param session locked @returns what became of the note */
  async withdrawNote(work: Work, { id, therapist_id }: SessionRow): Promise<'none' | 'destroyed' | 'kept'> {
    const analysis = await this.repository.find(therapist_id, id, work.tx);
    if (!analysis?.note_id) return 'none';
    return (await this.notes.removeUntouched(work, therapist_id, analysis.note_id)) ? 'destroyed' : 'kept';
  }

  private async stateOf(therapistId: string, id: string): Promise<MeetingAnalysisDto> {
    return this.describe(known(await this.sessions.findOwned(therapistId, id)));
  }

  private async describe(session: SessionRow): Promise<MeetingAnalysisDto> {
    const { id, therapist_id } = session;
    const [row, next] = await Promise.all([this.repository.find(therapist_id, id), this.texts.engine()]);
    const isLost = row && (row.state === 'waiting' || row.state === 'running') && !isUnderWay(row, this.clock.now());
    const state = isLost ? 'failed' : (row?.state ?? 'none');
    const failure = isLost ? 'interrupted' : row?.failure;
    return {
      session_id: id,
      state,
      failure_code: state === 'failed' ? 'analysis_failed' : null,
      failure: state === 'failed' ? (messages.ANALYSIS_FAILURES[failure as messages.MeetingAnalysisFailure] ?? messages.ANALYSIS_FAILURES.interrupted) : null,
      refused: refusalOf(session),
      engine: row?.engine ?? null,
      engine_label: row ? labelOf(row) : null,
      model_failure: row && isAiFailureReason(row.model_failure) ? aiFailureWords(row.model_failure) : null,
      dropped: row?.dropped ?? 0,
      is_stale: row?.result !== undefined && row.result.digest !== textOf(await this.transcripts.listLines(therapist_id, id))?.digest,
      result: row?.result ? toResultDto(row.result.result) : null,
      note_id: row?.note_id ?? null,
      next,
      created_at: row?.created_at.toISOString() ?? null,
      finished_at: row?.finished_at?.toISOString() ?? null,
    };
  }
}

/** @returns undefined where a line does not open */
export function textOf(lines: readonly LineRow[]): TranscriptText | undefined {
  const said = lines.flatMap(({ text, ...line }) => (text === undefined ? [] : [{ ...line, text }]));
  return said.length === lines.length ? new TranscriptText(said) : undefined;
}

function refusalOf({ transcript_state }: SessionRow): string | null {
  return transcript_state === 'done' ? null : messages.noTranscript;
}

function isUnderWay({ state, created_at }: Pick<MeetingAnalysisRow, 'state' | 'created_at'>, now: Date): boolean {
  return (state === 'waiting' || state === 'running') && now.getTime() - created_at.getTime() < GIVEN_UP_AFTER_MS;
}

function labelOf({ engine, model }: MeetingAnalysisRow): string | null {
  return engine === 'rules' ? RULES_LABEL : model;
}

function toResultDto(result: MeetingResult): MeetingResultDto {
  const moments = (all: readonly Moment[]) => all.map(({ start_ms, end_ms, ...moment }) => ({ ...moment, start_seconds: start_ms / 1_000, end_seconds: end_ms / 1_000 }));
  const at = <T extends { moments: Moment[] }>(items: readonly T[]) => items.map((item) => ({ ...item, moments: moments(item.moments) }));
  const lists = Object.fromEntries(RESULT_LISTS.map((name) => [name, at(result[name])])) as unknown as Pick<MeetingResultDto, (typeof RESULT_LISTS)[number]>;
  return { ...lists, risk_cues: at(result.risk_cues), remarks: result.remarks };
}
