import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Handles, NotYet, PermanentFailure } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { AiFailure } from '../../../integrations/ai/ai-failure';
import { msUntilNextDay } from '../../../integrations/ai/ai-runs';
import { Heard, Transcriber, Utterance } from '../../../integrations/ai/transcriber';
import { RecordingSink } from '../recording/recording-sink';
import { sessionDeed } from '../sessions/session-lifecycle';
import { SessionRepository, SessionRow } from '../sessions/session.repository';
import { SessionTurns } from '../sessions/session-turns';
import { WAV_HEAD_BYTES, wavHead } from '../upload/wav';
import type { MeetingTranscript } from './transcript.entity';
import { TRANSCRIPT_FAILURES, TranscriptFailure } from './messages';
import { followSession, transcribeMeeting } from './transcript.jobs';
import { NewLine, TranscriptRepository } from './transcript.repository';
import { TranscriptsService } from './transcripts.service';
import { bytesOf, isSilent, quietestCut } from './stretch';

/** Of one stretch; the waits between them grow. */
const MOST_TRIES = 6;
const FIRST_WAIT_MS = 15_000;
/** For one session at a time; then others come, and it goes on at the end of the line. */
const TURN_MS = 60_000;
/** How soon a withdrawal ends what is on its way. */
const LOOK_EVERY_MS = 2_000;
/** Engines are not more exact than this. */
const AROUND_MS = 300;
/** Failures that somebody who runs the installation can do something about. */
const FOR_OPERATORS: readonly TranscriptFailure[] = ['unauthorised', 'refused_request', 'server_error', 'unreachable', 'bad_answer', 'too_slow', 'model_unusable', 'recognizer_died', 'sound_lost'];

/** While it is recorded, so much waits before a part of it is heard. */
const LIVE_SECONDS = 20;
/** A part that takes longer comes later, and others go on. */
const LIVE_WITHIN_MS = 90_000;
/** Who has a part on its way says so while {@link LOOK_EVERY_MS} passes several times. */
const HELD_MS = 15_000;
const HELD_AGAIN_MS = 3_000;
/** Clocks of machines differ a little. */
const AFTER_MIDNIGHT_MS = 60_000;
/** A part that fails again and again is tried every so many of {@link FIRST_WAIT_MS}, until the session is over. */
const MOST_WAITS = 20;
/** Short parts count less for the daily limit, as long as a use of the engine costs something by itself. */
const LEAST_WEIGHT = 1 / 8;
const WHOLE_WEIGHT_MS = 240_000;

/** A stretch of a session's sound. */
interface Stretch {
  fromFrame: number;
  frames: number;
  rate: number;
  /** Enough for another one is stored behind it. */
  goesOn: boolean;
  /** A WAV file. */
  wav: Buffer;
}

/** Makes text of recorded sound, in the worker, stretch by stretch: each is saved before the next one is sent. */
@Injectable()
export class TranscribingService {
  constructor(
    private readonly works: Works,
    private readonly sessions: SessionRepository,
    private readonly repository: TranscriptRepository,
    private readonly transcripts: TranscriptsService,
    private readonly sink: RecordingSink,
    private readonly transcriber: Transcriber,
    private readonly clock: Clock,
    private readonly turns: SessionTurns,
  ) {}

  /** Nothing is left to do for one that is done, failed or destroyed. Whoever comes later takes it over from an earlier run. */
  @Handles(transcribeMeeting)
  transcribe({ session_id }: { session_id: string }): Promise<void> {
    return this.turns.take(transcribeMeeting, session_id, () => this.takeTurn(session_id));
  }

  private async takeTurn(session_id: string): Promise<void> {
    const found = await this.repository.find(session_id);
    if (found?.state !== 'waiting' && found?.state !== 'running') return;
    // The last part that was heard while it was recorded is still on its way: it is not sent twice.
    const heldMs = found.state === 'waiting' && found.held_until ? found.held_until.getTime() - this.clock.now().getTime() : 0;
    if (heldMs > 0 && heldMs <= HELD_MS) throw new NotYet(HELD_AGAIN_MS);
    const taken = await this.works.begin(SYSTEM_ACTOR, ({ tx, now }) => this.repository.take(session_id, now(), tx));
    if (!taken) return;
    const begun = performance.now();
    for (let isOver = false; !isOver; ) {
      if (performance.now() - begun >= TURN_MS) return this.goOnLater(session_id, 0);
      isOver = await this.next(taken);
    }
  }

  /** The next part of a session that is recorded just now, where enough of it is stored: one part a turn, so that all such sessions come to theirs. */
  @Handles(followSession)
  follow({ session_id }: { session_id: string }): Promise<void> {
    return this.turns.take(followSession, session_id, () => this.followOn(session_id));
  }

  private async followOn(session_id: string): Promise<void> {
    const taken = await this.works.begin(SYSTEM_ACTOR, (work) => this.transcripts.takeLive(work, session_id, HELD_MS, FIRST_WAIT_MS));
    // What came meanwhile may not have been seen by that run.
    if (taken === 'held') throw new NotYet(HELD_AGAIN_MS);
    if (!taken) return;
    try {
      const stretch = await this.stretchFrom(taken, LIVE_SECONDS);
      if (stretch === 'lost') return await this.repository.release(taken, { failure: 'sound_lost' });
      if (!stretch) return await this.repository.release(taken, 'done');
      const heard = await this.heard(taken, stretch, true);
      if (heard && (await this.keep(taken, stretch, heard)) && (stretch.goesOn || heard === 'times_refused')) await this.followLater(session_id, 0);
    } catch (error) {
      await this.repository.release(taken, { failure: error instanceof AiFailure ? error.reason : 'interrupted' });
      if (!(error instanceof AiFailure)) throw error;
      await this.followLater(session_id, FIRST_WAIT_MS * Math.min(MOST_WAITS, 2 ** (taken.tries - 1)) + HELD_AGAIN_MS);
    }
  }

  /** @returns whether this run is over */
  private async next({ id, fence }: MeetingTranscript): Promise<boolean> {
    const transcript = await this.works.begin(SYSTEM_ACTOR, ({ tx, now }) => this.repository.tryNext(id, fence, now(), tx));
    if (!transcript) return true;
    const stretch = await this.stretchFrom(transcript);
    if (stretch === 'lost') return this.fail(transcript, 'sound_lost');
    if (!stretch) return this.finish(transcript);
    if (transcript.tries > MOST_TRIES) return this.fail(transcript, 'interrupted');
    try {
      const heard = await this.heard(transcript, stretch);
      if (heard === undefined) return true;
      return !(await this.keep(transcript, stretch, heard));
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      if (error.reason === 'daily_limit_in_all') return this.waitForTomorrow(transcript);
      if (!error.passes || transcript.tries >= MOST_TRIES) return this.fail(transcript, error.reason);
      await this.goOnLater(id, FIRST_WAIT_MS * 2 ** (transcript.tries - 1));
      return true;
    }
  }

  /**
   * The next stretch, cut where nobody speaks.
   * @param atLeast seconds, where more sound comes still; 0 where all of it is there
   * @returns undefined at the end, and for less than that; `lost` where sound is missing, was changed, or its key is gone
   */
  private async stretchFrom({ id, done_frames, has_times }: MeetingTranscript, atLeast = 0): Promise<Stretch | 'lost' | undefined> {
    const fromFrame = Number(done_frames);
    const parts: Buffer[] = [];
    let [bytes, most, rate] = [0, 0, 0];
    let goesOn = false;
    for await (const { chunk, pcm } of this.sink.read(id, fromFrame)) {
      if (!pcm || pcm.length !== chunk.frames * 2) return 'lost';
      rate ||= chunk.rate;
      most = bytesOf(this.transcriber.longestSeconds(has_times), rate);
      goesOn = bytes >= most;
      if (chunk.rate !== rate || goesOn) break;
      parts.push(pcm.subarray(2 * Math.max(0, fromFrame - Number(chunk.before))));
      bytes += parts.at(-1)?.length ?? 0;
    }
    const least = bytesOf(atLeast, rate);
    if (bytes === 0 || bytes < least) return undefined;
    const sound = Buffer.concat([Buffer.alloc(WAV_HEAD_BYTES), ...parts]);
    const frames = atLeast > 0 || goesOn || bytes > most ? quietestCut(sound.subarray(WAV_HEAD_BYTES, WAV_HEAD_BYTES + most), rate) : bytes / 2;
    wavHead(frames * 2, rate).copy(sound);
    return { fromFrame, frames, rate, goesOn: goesOn || bytes - frames * 2 >= least, wav: sound.subarray(0, WAV_HEAD_BYTES + frames * 2) };
  }

  /** @returns undefined where it was withdrawn meanwhile, or another run took over */
  private async heard(transcript: MeetingTranscript, { wav, frames, rate }: Stretch, isLive = false): Promise<Heard | undefined> {
    if (isSilent(wav.subarray(WAV_HEAD_BYTES), rate)) return { utterances: [], hasTimes: transcript.has_times };
    if (!transcript.sent_at && this.transcriber.host !== null) await this.noteSent(transcript);
    const gone = new AbortController();
    const { id, fence } = transcript;
    const stands = (): Promise<boolean> => (isLive ? this.repository.hold(id, fence, new Date(this.clock.now().getTime() + HELD_MS)) : this.repository.isCurrent(id, fence));
    const look = setInterval(() => {
      void stands().then((is) => !is && gone.abort(), () => undefined);
    }, LOOK_EVERY_MS).unref();
    try {
      if (!(await stands())) return undefined;
      const milliseconds = Math.floor((frames * 1_000) / rate);
      const weight = Math.min(1, Math.max(LEAST_WEIGHT, milliseconds / WHOLE_WEIGHT_MS));
      const asked = { therapistId: transcript.therapist_id, wav, milliseconds, asksTimes: transcript.has_times, signal: gone.signal };
      return await this.transcriber.hear({ ...asked, ...(isLive && { weight, withinMs: LIVE_WITHIN_MS }) });
    } catch (error) {
      if (gone.signal.aborted) return undefined;
      throw error;
    } finally {
      clearInterval(look);
    }
  }

  /** @returns whether this run goes on */
  private keep(transcript: MeetingTranscript, stretch: Stretch, heard: Heard): Promise<boolean> {
    return this.within(transcript, async (work) => {
      // Asked for less, it is heard in shorter stretches.
      if (heard === 'times_refused') return this.repository.update(transcript.id, { has_times: false, tries: 0, held_until: null }, work.tx);
      const lines = linesOf(heard.utterances, stretch);
      await this.repository.keepStretch(transcript, { lines, doneFrames: stretch.fromFrame + stretch.frames, hasTimes: heard.hasTimes }, work.now(), work.tx);
    });
  }

  private async finish(transcript: MeetingTranscript): Promise<true> {
    await this.within(transcript, (work, session) => this.transcripts.finish(work, { ...transcript, model: this.transcriber.modelName }, session));
    return true;
  }

  private async fail(transcript: MeetingTranscript, failure: TranscriptFailure): Promise<true> {
    const failed = await this.within(transcript, async (work) => this.repository.update(transcript.id, { state: 'failed', failure }, work.tx));
    if (failed && FOR_OPERATORS.includes(failure)) throw new PermanentFailure(TRANSCRIPT_FAILURES[failure]);
    return true;
  }

  /** The limit of all is nobody's fault: it goes on by itself once there is a new day. */
  private async waitForTomorrow(transcript: MeetingTranscript): Promise<true> {
    const { id } = transcript;
    await this.within(transcript, async (work) => {
      const delayMs = msUntilNextDay(work.now()) + AFTER_MIDNIGHT_MS;
      // Nobody takes it for one that was left meanwhile.
      const worked_at = new Date(work.now().getTime() + delayMs);
      await this.repository.update(id, { state: 'waiting', failure: 'daily_limit_in_all', tries: 0, worked_at }, work.tx);
      await work.enqueueLater(transcribeMeeting, delayMs, { session_id: id });
    });
    return true;
  }

  /** The log keeps that sound left this installation. */
  private async noteSent(transcript: MeetingTranscript): Promise<void> {
    await this.within(transcript, async (work, session) => {
      await this.repository.update(transcript.id, { sent_at: work.now() }, work.tx);
      await work.record(sessionDeed('send_recording_to_model', session));
    });
  }

  /** Holds the session's row, as whoever withdraws does. @returns false, and nothing is written, for a run that is not the newest any more or was withdrawn */
  private within({ id, fence }: MeetingTranscript, write: (work: Work, session: SessionRow) => Promise<void>): Promise<boolean> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.sessions.lock(id, work.tx);
      if (!session || !(await this.repository.isCurrent(id, fence, work.tx))) return false;
      await write(work, session);
      return true;
    });
  }

  private async followLater(session_id: string, delayMs: number): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, (work) => work.enqueueUnlessWaiting(followSession, delayMs, { session_id }));
  }

  private async goOnLater(session_id: string, delayMs: number): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, (work) => work.enqueueLater(transcribeMeeting, delayMs, { session_id }));
  }
}

/** Voices get letters in the order in which they are heard; what an engine calls them is not kept. What it says of silence, it made up. */
function linesOf(utterances: readonly Utterance[], { fromFrame, rate, wav }: Stretch): NewLine[] {
  const offset = Math.round((fromFrame * 1_000) / rate);
  const sound = wav.subarray(WAV_HEAD_BYTES);
  const voices: string[] = [];
  return utterances
    .filter(({ startMs, endMs }) => !isSilent(sound, rate, startMs - AROUND_MS, endMs + AROUND_MS))
    .map(({ startMs, endMs, speaker, text }) => {
      if (speaker !== null && !voices.includes(speaker)) voices.push(speaker);
      const voice = speaker === null ? -1 : voices.indexOf(speaker);
      return { start_ms: offset + startMs, end_ms: offset + endMs, speaker: voice < 0 || voice > 25 ? null : String.fromCharCode(65 + voice), text };
    });
}
