import { Injectable } from '@nestjs/common';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { oneByOne } from '../../../common/process/one-by-one';
import { Work, Works } from '../../../common/work/work';
import { Transcriber } from '../../../integrations/ai/transcriber';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../../clients/copies/client-copies.service';
import { RecordingRepository } from '../recording/recording.repository';
import { MeetingAnalysesService } from '../results/meeting-analyses.service';
import { known, sessionDeed, SessionLifecycle } from '../sessions/session-lifecycle';
import { SessionRepository, SessionRow } from '../sessions/session.repository';
import { isLive } from '../sessions/session-states';
import * as sessionMessages from '../messages';
import * as messages from './messages';
import { LineCorrectionDto, LiveLinesDto, LiveLinesState, TranscriptDto, TranscriptLineDto } from './transcript.dto';
import type { MeetingTranscript } from './transcript.entity';
import { transcribeMeeting } from './transcript.jobs';
import { failureOf, isUnderWay, liveSentence, sentenceOf, toCopiedTranscript, toLineDto, toLiveLineDto } from './transcript.mapper';
import { TranscriptRepository } from './transcript.repository';

const STARTS: Limit = { scope: 'meeting-transcripts', max: 60, windowMs: 3_600_000 };
const CORRECTIONS: Limit = { scope: 'meeting-transcript-corrections', max: 1_200, windowMs: 3_600_000 };
const DAY_MS = 86_400_000;
/** Lines are about half a minute behind; later than this, that is said. */
const LATE_MS = 90_000;
/** On which nobody worked for so long: its job was given up. */
const LEFT_MS = 6 * 3_600_000;

type Therapist = Actor & { id: string };

/** The text of a session's sound, for its therapist: asked for, read beside the sound, corrected, accepted; and destroyed when it must go. */
@Injectable()
export class TranscriptsService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly sessions: SessionRepository,
    private readonly recordings: RecordingRepository,
    private readonly lifecycle: SessionLifecycle,
    private readonly repository: TranscriptRepository,
    private readonly transcriber: Transcriber,
    private readonly analyses: MeetingAnalysesService,
  ) {}

  /** Why no transcripts are made in this installation; null where they are. */
  get missing(): string | null {
    const { missing } = this.transcriber;
    return missing && { model: messages.noModel, key: messages.noKey, module: messages.noModule }[missing];
  }

  /** What leaves the installation; null where nothing does. */
  get sent(): string | null {
    const { host } = this.transcriber;
    return this.missing === null && host !== null ? messages.soundIsSent(host) : null;
  }

  /** For a part of a session that is recorded just now. @param heldMs how long no other run may begin one @param waitMs after a try that failed, the first time @returns undefined where none is to be made, or not yet; `held` while another run has one on its way */
  async takeLive(work: Work, id: string, heldMs: number, waitMs: number): Promise<MeetingTranscript | 'held' | undefined> {
    const session = await this.sessions.lock(id, work.tx);
    if (!session?.real_time_notes || !isLive(session.phase) || session.audio_destroyed_at || this.missing !== null) return undefined;
    const now = work.now();
    const taken = await this.repository.takeLive(session, now, new Date(now.getTime() + heldMs), waitMs, work.tx);
    if (taken) return taken;
    const found = await this.repository.find(id, work.tx);
    return found?.state === 'live' && found.held_until && found.held_until > now ? 'held' : undefined;
  }

  /** Once the sound was checked, where something is set up for it; what was made while it was recorded is not made again. @param session locked */
  async beginBySelf(work: Work, { id, therapist_id, audio_destroyed_at }: SessionRow): Promise<void> {
    if (audio_destroyed_at) return;
    if (this.missing !== null) {
      const made = await this.repository.find(id, work.tx);
      if (made?.state === 'live') await this.repository.update(id, { state: 'failed', failure: 'not_configured' }, work.tx);
      return;
    }
    if (await this.repository.begin(id, therapist_id, work.now(), work.tx)) await work.enqueue(transcribeMeeting, { session_id: id });
  }

  /**
   * Asks for one, unless it is under way; one that failed goes on where it ended.
   * @throws DomainError not_found; rule where nothing is set up, the session is not over, its sound is gone, or there is one; too_many
   */
  async start(actor: Therapist, id: string): Promise<TranscriptDto> {
    const wait = await this.limits.reserve([STARTS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.startedTooOften, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const session = known(await this.sessions.lockOwned(actor.id, id, work.tx));
      const present = await this.repository.find(id, work.tx);
      if (present?.state === 'waiting' || present?.state === 'running') return;
      const refused = this.refusalOf(session, present);
      if (refused !== null) throw new DomainError('rule', refused);
      await this.beginBySelf(work, session);
      await work.record(sessionDeed('transcribe_session', session));
    });
    return this.stateOf(actor.id, id);
  }

  /** @param knownVersion of the lines that are known: while it is made, lines come only where there are new ones @throws DomainError not_found */
  async show(actor: Therapist, id: string, knownVersion?: string): Promise<TranscriptDto> {
    const session = known(await this.sessions.findOwned(actor.id, id));
    const shown = await this.describe(session, knownVersion);
    if (shown.lines.length > 0) await this.works.recordRead(actor, sessionDeed('read_transcript', session));
    return shown;
  }

  /**
   * What was said in a session that is recorded, or checked, just now.
   * @param after the cursor of the answer before @throws DomainError not_found
   */
  async listLive(actor: Therapist, id: string, after: string | undefined): Promise<LiveLinesDto> {
    const session = known(await this.sessions.findOwned(actor.id, id));
    const transcript = await this.repository.find(id);
    const state = await this.liveState(session, transcript);
    const rewinds = transcript?.rewinds ?? 0;
    const [knownRewinds, seq] = (after ?? '').split('.').map(Number);
    const goesOn = state !== 'over' && after !== undefined && knownRewinds === rewinds;
    const rows = transcript && state !== 'over' ? await this.repository.listLinesAfter(actor.id, id, goesOn ? (seq ?? 0) : 0) : [];
    if (rows.length > 0) await this.works.recordRead(actor, sessionDeed('read_transcript', session));
    return {
      session_id: id,
      state,
      sentence: liveSentence(state, state === 'not_configured' ? this.missing : transcript?.failure),
      is_whole: !goesOn,
      cursor: `${rewinds}.${rows.at(-1)?.seq ?? (goesOn ? (seq ?? 0) : 0)}`,
      lines: rows.map(toLiveLineDto),
    };
  }

  /** For the copy of a client's record: what stands of their sessions' words, one session after the other. */
  @TellsOfClient(7, 'Transcripts of recorded sessions')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    for (let next = await this.repository.findNextForCopy(therapistId, clientId, undefined); next; next = await this.repository.findNextForCopy(therapistId, clientId, next.id)) {
      const lines = await this.repository.listLines(therapistId, next.id);
      if (lines.length > 0) yield toCopiedTranscript(next, lines);
    }
    return undefined;
  }

  /** What the engine heard stays beside it. @throws DomainError not_found; rule while it is made, and once it is accepted; conflict when it was corrected since it was looked at; too_many */
  async correct(actor: Therapist, id: string, lineId: string, { text, version }: LineCorrectionDto): Promise<TranscriptLineDto> {
    const wait = await this.limits.reserve([CORRECTIONS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.correctedTooOften, { retryAfterSeconds: wait });
    return this.works.begin(actor, async (work) => {
      const { session, transcript } = await this.lockStanding(work, actor.id, id);
      const line = await this.repository.lockLine(actor.id, id, lineId, work.tx);
      if (!line) throw new DomainError('not_found', messages.noSuchLine);
      if (transcript.state !== 'done') throw new DomainError('rule', messages.notDone);
      if (transcript.accepted_at) throw new DomainError('rule', messages.accepted);
      // A repeat of one that was saved is no other one.
      if (line.version === version + 1 && line.text === text) return toLineDto(line);
      if (line.version !== version) throw new DomainError('conflict', messages.correctedElsewhere);
      const corrected = { text, version: version + 1, corrected_at: work.now(), original: line.original ?? line.text ?? null };
      await this.repository.saveCorrection(line, text, corrected.version, corrected.corrected_at, work.tx);
      await work.recordRecurring(sessionDeed('correct_transcript', session));
      return toLineDto({ ...line, ...corrected });
    });
  }

  /** It is as it should be: the sound is destroyed at once, and what the engine heard instead. @throws DomainError not_found; rule while it is not finished */
  async accept(actor: Therapist, id: string): Promise<TranscriptDto> {
    await this.works.begin(actor, async (work) => {
      const { session, transcript } = await this.lockStanding(work, actor.id, id);
      if (transcript.state !== 'done') throw new DomainError('rule', messages.notDone);
      if (transcript.accepted_at) return work.recordRecurring(sessionDeed('read_transcript', session));
      await this.repository.forgetOriginals(id, work.tx);
      await this.repository.update(id, { accepted_at: work.now() }, work.tx);
      await work.record(sessionDeed('accept_transcript', session));
      await this.lifecycle.destroySound(work, session);
    });
    return this.stateOf(actor.id, id);
  }

  /** All sound is done: it is analysed next where that was wanted. @param session locked, and the run of the transcript is the newest */
  async finish(work: Work, { id, model }: MeetingTranscript, session: SessionRow): Promise<void> {
    await this.repository.update(id, { state: 'done', model, finished_at: work.now() }, work.tx);
    await work.record(sessionDeed('make_transcript', session));
    if (session.post_analysis) await this.analyses.begin(work, session);
  }

  /** In the work of the withdrawal: what nobody has accepted yet goes with the sound, word by word, and what was made of it; no run writes more of it. @param session locked */
  async withdraw(work: Work, session: SessionRow): Promise<void> {
    const transcript = await this.repository.find(session.id, work.tx);
    if (transcript && !transcript.accepted_at) await this.destroy(work, session, transcript, await this.analyses.withdrawNote(work, session));
  }

  @Upkeep('transcripts whose term is over')
  destroyOver(): Promise<number> {
    return oneByOne(() => this.repository.listOver(this.clock.now()), (id) => this.change(id, (work, session, transcript) => this.destroy(work, session, transcript)));
  }

  @Upkeep('transcripts that nobody works on')
  failLeft(): Promise<number> {
    return oneByOne(
      () => this.repository.listLeft(new Date(this.clock.now().getTime() - LEFT_MS)),
      (id) => this.change(id, async ({ tx }, _, { state, fence }) => {
        if (state === 'waiting' || state === 'running') await this.repository.update(id, { state: 'failed', failure: 'interrupted', fence: fence + 1 }, tx);
      }),
    );
  }

  private async destroy(work: Work, session: SessionRow, transcript: MeetingTranscript, note?: 'none' | 'destroyed' | 'kept'): Promise<void> {
    if (transcript.state === 'destroyed') return;
    await this.repository.destroy(transcript, work.now(), work.tx);
    await work.record({ ...sessionDeed('destroy_transcript', session), ...(note !== undefined && { details: { note } }) });
  }

  private async change(id: string, how: (work: Work, session: SessionRow, transcript: MeetingTranscript) => Promise<void>): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.sessions.lock(id, work.tx);
      const transcript = session && (await this.repository.find(id, work.tx));
      if (transcript) await how(work, session, transcript);
    });
  }

  private async lockStanding(work: Work, therapistId: string, id: string): Promise<{ session: SessionRow; transcript: MeetingTranscript }> {
    const session = known(await this.sessions.lockOwned(therapistId, id, work.tx));
    const transcript = await this.repository.find(id, work.tx);
    if (!transcript || transcript.state === 'destroyed') throw new DomainError('not_found', messages.noTranscript);
    return { session, transcript };
  }

  private refusalOf({ phase, audio_destroyed_at }: SessionRow, present: MeetingTranscript | undefined): string | null {
    if (present?.state === 'live') return sessionMessages.notOver;
    if (present && present.state !== 'failed') return present.state === 'destroyed' ? messages.isDestroyed : messages.isThere;
    if (audio_destroyed_at) return messages.soundIsGone;
    return phase === 'completed' ? this.missing : sessionMessages.notOver;
  }

  private async liveState({ id, phase, real_time_notes, recorded_ms, hears }: SessionRow, transcript: MeetingTranscript | undefined): Promise<LiveLinesState> {
    if (!real_time_notes) return 'off';
    if (phase === 'processing') return transcript && transcript.state !== 'destroyed' ? 'ended' : 'over';
    if (!isLive(phase) || transcript?.state === 'destroyed') return 'over';
    if (this.missing !== null) return 'not_configured';
    if (transcript?.failure) return 'late';
    const extent = transcript && hears ? await this.recordings.findExtent(id) : undefined;
    const doneMs = extent ? (Number(transcript?.done_frames) * 1_000) / extent.rate : 0;
    return hears && Number(recorded_ms) - doneMs > LATE_MS ? 'late' : 'on';
  }

  private async stateOf(therapistId: string, id: string): Promise<TranscriptDto> {
    return this.describe(known(await this.sessions.findOwned(therapistId, id)));
  }

  private async describe(session: SessionRow, knownVersion?: string): Promise<TranscriptDto> {
    const { id, therapist_id, recorded_ms, audio_destroyed_at } = session;
    const transcript = await this.repository.find(id);
    const version = transcript ? `${transcript.rewinds}.${transcript.stretches}` : '0.0';
    const isKnown = isUnderWay(transcript) && knownVersion === version;
    const [rows, days, extent] = await Promise.all([isKnown ? [] : this.repository.listLines(therapist_id, id), this.repository.keptDays(therapist_id), this.recordings.findExtent(id)]);
    const keptUntil = transcript && transcript.state !== 'destroyed' ? new Date(transcript.created_at.getTime() + days * DAY_MS) : null;
    const isOver = transcript?.state === 'done' || transcript?.state === 'destroyed';
    return {
      session_id: id,
      state: transcript?.state ?? 'none',
      sentence: sentenceOf(transcript),
      failure_code: transcript?.state === 'failed' ? 'transcription_failed' : null,
      failure: failureOf(transcript),
      refused: this.refusalOf(session, transcript),
      model: transcript?.model ?? null,
      has_times: transcript?.has_times ?? true,
      done_seconds: isOver ? Number(recorded_ms) / 1_000 : extent && transcript ? Number(transcript.done_frames) / extent.rate : 0,
      sound_seconds: Number(recorded_ms) / 1_000,
      has_sound: !audio_destroyed_at && session.phase === 'completed',
      created_at: transcript?.created_at.toISOString() ?? null,
      finished_at: transcript?.finished_at?.toISOString() ?? null,
      accepted_at: transcript?.accepted_at?.toISOString() ?? null,
      kept_until: keptUntil?.toISOString() ?? null,
      version,
      lines_are_known: isKnown,
      lines: rows.map(toLineDto),
    };
  }
}
