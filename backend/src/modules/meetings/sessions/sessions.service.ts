import { Injectable } from '@nestjs/common';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { Measured, Measures } from '../../../common/metrics/metrics';
import { Handles, Upkeep } from '../../../common/jobs/job';
import { Page, pageOf, readCursor } from '../../../common/paging/paging';
import { oneByOne } from '../../../common/process/one-by-one';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { TherapistClosed } from '../../auth/sign-in/account.events';
import { ConsentRepository } from '../consent/consent.repository';
import { AppConfig } from '../../../config/app-config';
import { SoundDecoder } from '../../../integrations/sound/sound-decoder';
import { MeetingEngine } from '../../../integrations/meetings/meeting-engine';
import { MeetingRooms } from '../../offerings/meeting-rooms.service';
import * as consentMessages from '../consent/messages';
import { RecordingConsentWithdrawn } from '../meeting.events';
import { PLATFORMS, platformOf } from '../meeting-link';
import * as messages from '../messages';
import { RecordingSink } from '../recording/recording-sink';
import { SealedSound } from '../recording/sealed-sound';
import { RecordingRepository } from '../recording/recording.repository';
import { TranscriptsService } from '../transcripts/transcripts.service';
import { MAX_FILE_BYTES, MAX_MINUTES } from '../upload/upload-limits';
import { known, SessionLifecycle } from './session-lifecycle';
import { EnginesDto, MeetingSessionDto, MeetingSessionStatusDto, SessionListQueryDto, StartBotDto } from './session.dto';
import { destroyRecording, finishRecording, lookAfterSessions, sendNotetaker } from './session.jobs';
import { SOUND_KEPT_MS, toSessionDto, toStatusDto } from './session.mapper';
import { SessionRepository, SessionRow, silenceOf } from './session.repository';
import { isLive } from './session-states';
import { SessionTurns } from './session-turns';

const MAX_ROWS = 100;
const MINUTE_MS = 60_000;
/** Of a check; then others come, and it goes on at the end of the line. */
const TURN_MS = 10_000;
/** What a worker that was killed left to be deleted is looked for after so long. */
const LEFT_MS = 10 * MINUTE_MS;

type Therapist = Actor & { id: string };

/** Recorded sessions: begun, watched, ended. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly consents: ConsentRepository,
    private readonly repository: SessionRepository,
    private readonly recordings: RecordingRepository,
    private readonly lifecycle: SessionLifecycle,
    private readonly sink: RecordingSink,
    private readonly sound: SealedSound,
    private readonly decoder: SoundDecoder,
    private readonly engine: MeetingEngine,
    private readonly config: AppConfig,
    private readonly transcripts: TranscriptsService,
    private readonly turns: SessionTurns,
    private readonly rooms: MeetingRooms,
  ) {}

  @Measures('worker', 'attune_meeting_sessions', 'Recorded sessions that are not over, the notetaker’s among them', ['phase'])
  async measure(): Promise<Measured[]> {
    return (await this.repository.countByPhase()).map(({ phase, sessions }) => ({ labels: { phase }, value: sessions }));
  }

  /** What works in this installation, said before anybody is asked for consent. */
  engines(): EnginesDto {
    return {
      engines: [
        ...PLATFORMS.map((platform) => {
          const reason = this.engine.unavailable(platform);
          return { route: 'bot' as const, platform, available: reason === undefined, reason: reason ?? (platform === 'zoom' ? messages.zoomMayRefuse : null) };
        }),
        { route: 'device', platform: null, available: true, reason: null },
        { route: 'upload', platform: null, available: true, reason: null },
      ],
      upload_formats: ['wav', ...this.decoder.kinds],
      upload_reason: this.decoder.kinds.length > 0 ? null : messages.wavOnly,
      upload_max_bytes: MAX_FILE_BYTES,
      upload_max_minutes: MAX_MINUTES,
      transcription_available: this.transcripts.missing === null,
      transcription_reason: this.transcripts.missing,
      transcription_sent: this.transcripts.sent,
    };
  }

  /**
   * Sends a notetaker into a meeting.
   * @throws DomainError invalid for no link to a meeting of that platform, or to another practice's; not_found; forbidden without both consents; conflict for a used one;
   *   rule where no notetaker is set up for the platform
   */
  async startBot(actor: Therapist, body: StartBotDto): Promise<MeetingSessionDto> {
    const { consent_id, meeting_platform, meeting_url } = body;
    const platform = platformOf(meeting_url, this.config.notetaker.testOrigin);
    if (!platform) throw refusedField('meeting_url', consentMessages.noMeetingLink, 'invalid');
    if (platform !== meeting_platform) throw refusedField('meeting_platform', messages.otherPlatform, 'invalid');
    const id = await this.works.begin(actor, async (work) => {
      const consent = await this.lifecycle.agreed(work, actor.id, consent_id);
      if (this.consents.openUrl(consent) !== meeting_url) throw new DomainError('conflict', messages.otherMeeting);
      const reason = this.engine.unavailable(platform);
      if (reason !== undefined) throw new DomainError('rule', reason);
      if (await this.rooms.isAnothers(actor.id, meeting_url, work.tx)) throw refusedField('meeting_url', consentMessages.noRoomOfTheirs, 'invalid');
      const plan = {
        consent_id,
        route: 'bot' as const,
        platform,
        quality: body.audio_quality,
        planned_minutes: body.session_duration_minutes,
        real_time_notes: body.enable_real_time_notes,
        post_analysis: body.enable_post_meeting_analysis,
      };
      const begun = await this.lifecycle.begin(work, actor, plan);
      await work.enqueue(sendNotetaker, { session_id: begun });
      return begun;
    });
    return toSessionDto(known(await this.repository.findOwned(actor.id, id)));
  }

  /** @throws DomainError not_found */
  async status(therapistId: string, id: string): Promise<MeetingSessionStatusDto> {
    return toStatusDto(known(await this.repository.findOwned(therapistId, id)), await this.recordings.listGaps(id));
  }

  /** Newest first. */
  async list(therapistId: string, query: SessionListQueryDto, url: string): Promise<Page<MeetingSessionDto>> {
    const limit = query.limit ?? MAX_ROWS;
    const { rows, link } = pageOf(await this.repository.listOwned(therapistId, readCursor(query.cursor), limit + 1), limit, url, query, ({ at, id }) => ({ at, id }));
    return { rows: rows.map(toSessionDto), link };
  }

  /** Ends it; what was recorded is kept. Once it is over, nothing changes. @throws DomainError not_found; conflict while a file is read, which would be cut */
  async complete(actor: Therapist, id: string): Promise<MeetingSessionStatusDto> {
    await this.works.begin(actor, async (work) => {
      const session = known(await this.repository.lockOwned(actor.id, id, work.tx));
      if (session.route === 'upload' && session.phase === 'joining') throw new DomainError('conflict', messages.fileIsBeingRead);
      await this.lifecycle.apply(work, session, { kind: 'ended', reason: 'completed_early' });
    });
    return this.status(actor.id, id);
  }

  /** Before anything is recorded: the consent stays good. @throws DomainError not_found; conflict once something is recorded, or it is over */
  async cancel(actor: Therapist, id: string): Promise<MeetingSessionStatusDto> {
    await this.works.begin(actor, async (work) => {
      const session = known(await this.repository.lockOwned(actor.id, id, work.tx));
      if (!isLive(session.phase)) throw new DomainError('conflict', messages.notLive);
      if (session.phase === 'in_call' || session.started_at) throw new DomainError('conflict', messages.notCancellable);
      await this.lifecycle.apply(work, session, { kind: 'ended', reason: 'cancelled' });
    });
    return this.status(actor.id, id);
  }

  /** Nobody is recorded for an account that is closed; what was recorded until then is kept for its time. */
  @OnEvent(TherapistClosed)
  async stopAll({ therapistId }: TherapistClosed, work: Work): Promise<void> {
    for (const session of await this.repository.lockLiveOf(therapistId, work.tx)) await this.lifecycle.apply(work, session, { kind: 'ended', reason: 'completed_early' });
  }

  /** In the transaction of the withdrawal: nothing more is stored, and what is stored can be opened by nobody. */
  @OnEvent(RecordingConsentWithdrawn)
  async stop({ consentId }: RecordingConsentWithdrawn, work: Work): Promise<void> {
    const session = await this.repository.lockOfConsent(consentId, work.tx);
    if (!session) return;
    const stopped = await this.lifecycle.apply(work, session, { kind: 'ended', reason: 'consent_withdrawn' });
    if (stopped === session) await this.lifecycle.destroySound(work, session);
    await this.transcripts.withdraw(work, session);
  }

  /** Opens every chunk once: a session with sound that was changed is not used. */
  @Handles(finishRecording)
  finish({ session_id, from_frame }: { session_id: string; from_frame?: number }): Promise<void> {
    return this.turns.take(finishRecording, session_id, () => this.check(session_id, from_frame));
  }

  private async check(session_id: string, from_frame: number | undefined): Promise<void> {
    const isWhole = await this.sink.isWhole(session_id, from_frame, TURN_MS);
    if (typeof isWhole === 'number') return this.works.begin(SYSTEM_ACTOR, (work) => work.enqueue(finishRecording, { session_id, from_frame: isWhole }));
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.repository.lock(session_id, work.tx);
      const checked = session && (await this.lifecycle.apply(work, session, isWhole ? { kind: 'processed' } : { kind: 'processing_failed', reason: 'sound_damaged' }));
      if (session?.phase !== 'processing') return;
      if (checked?.phase === 'completed') await this.transcripts.beginBySelf(work, checked);
      // Lines that were made of such sound while it was recorded go with it.
      if (checked?.phase === 'failed') await this.transcripts.withdraw(work, checked);
    });
  }

  @Handles(destroyRecording)
  async destroy({ session_id }: { session_id: string }): Promise<void> {
    await this.sound.deleteObjects(session_id);
  }

  /** Ends what nobody records any more, and has deleted what was left when a worker died. */
  @Handles(lookAfterSessions)
  async lookAfter(): Promise<void> {
    const left = await this.repository.listDestroyed(new Date(this.clock.now().getTime() - LEFT_MS));
    if (left.length > 0) await this.works.begin(SYSTEM_ACTOR, (work) => work.enqueueUnlessWaiting(destroyRecording, 0, ...left.map((session_id) => ({ session_id }))));
    await oneByOne(
      () => this.repository.listSilent(),
      (id) => this.change(id, (work, session) => this.lifecycle.apply(work, session, { kind: 'ended', reason: silenceOf(session) })),
    );
  }

  @Upkeep('recordings whose time is over')
  destroyOld(): Promise<number> {
    return oneByOne(
      () => this.repository.listOldSound(new Date(this.clock.now().getTime() - SOUND_KEPT_MS)),
      // What could not be checked in all that time is not going to be.
      (id) => this.change(id, async (work, session) => {
        const after = await this.lifecycle.destroySound(work, await this.lifecycle.apply(work, session, { kind: 'processing_failed', reason: 'sound_damaged' }));
        if (after.phase === 'failed') await this.transcripts.withdraw(work, after);
      }),
    );
  }

  private async change(id: string, how: (work: Work, session: SessionRow) => Promise<unknown>): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.repository.lock(id, work.tx);
      if (session) await how(work, session);
    });
  }
}
