import { Injectable, OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { HeardSound, MeetingEnd, MeetingEngine, MeetingListener, MeetingVisit } from '../../../integrations/meetings/meeting-engine';
import { ConsentRepository } from '../consent/consent.repository';
import * as messages from '../messages';
import { RecordingSink } from '../recording/recording-sink';
import { RecordingRepository } from '../recording/recording.repository';
import { SessionLifecycle } from '../sessions/session-lifecycle';
import { RATES } from '../sessions/session.entity';
import { sendNotetaker } from '../sessions/session.jobs';
import { SessionRepository, SessionRow, silenceOf } from '../sessions/session.repository';
import { EndReason, isBeforeCall, isLive, SessionEvent } from '../sessions/session-states';
import { SessionTurns } from '../sessions/session-turns';

/** Whoever records says so every few seconds; one that was not heard of for so long has lost the session to the next. */
const LEASE_MS = 20_000;
const LOOK_MS = 2_000;
/** A storage that is away so long does not come back in time; a minute of sound waits in the browser. */
const STORE_WITHIN_MS = 60_000;
const STORE_AGAIN_MS = 2_000;
/** Therapy is quiet. */
const SILENCE_MS = 20 * 60_000;
const QUIET = 0.01;
/** Sound says itself when the planned time is over; this is for one that stands still. */
const OVERTIME_MS = 60_000;
/** Until something is heard: the lobby, and a host who is late. */
const WAY_IN_MS = 30 * 60_000;

/** Where others wait for a notetaker, nobody's stays so long in front of a door. */
const LET_IN_WITHIN_MS = 3 * 60_000;
/** Nor, where it was let in, that of somebody without a practice for longer than most sessions take. */
const CALL_MS = 60 * 60_000;

/** What another try may mend, once it was in the call. */
const REJOINED: readonly MeetingEnd[] = ['browser_crash', 'no_audio_stream', 'ui_changed'];

/** The right to record a session, until somebody with a newer one comes. */
interface Lease {
  /** As it was when it was written last. */
  session: SessionRow;
  /** When it was taken: by the database's clock, and by this process's that nobody sets. */
  takenAt: { database: number; here: number };
  part: number;
  url: string;
  therapistName: string;
}

/** Sends notetakers into meetings: one at a time for each session, whatever dies. What they hear goes where all sound goes. */
@Injectable()
export class NotetakerService implements OnModuleDestroy {
  private readonly visits = new Set<AbortController>();

  constructor(
    private readonly works: Works,
    private readonly engine: MeetingEngine,
    private readonly consents: ConsentRepository,
    private readonly sessions: SessionRepository,
    private readonly recordings: RecordingRepository,
    private readonly lifecycle: SessionLifecycle,
    private readonly sink: RecordingSink,
    private readonly turns: SessionTurns,
  ) {}

  /**
   * Who has had a notetaker for longer lets others go first; what another worker began goes on at once.
   * @throws NotYet; Error where another worker records still, or this one is stopped or lost the database: the job comes again
   */
  @Handles(sendNotetaker)
  async send({ session_id }: { session_id: string }): Promise<void> {
    if (!(await this.sessions.isQueued(session_id))) return this.go(session_id);
    await this.turns.take(sendNotetaker, session_id, () => this.go(session_id));
  }

  private async go(session_id: string): Promise<void> {
    let lease = await this.claim(session_id);
    while (lease) lease = await this.visit(lease);
  }

  /** Says goodbye in every meeting; another worker can go on at once. */
  onModuleDestroy(): void {
    for (const visit of this.visits) visit.abort('stopped');
  }

  /** @returns undefined where there is nothing to record any more @throws Error while somebody else records */
  private claim(id: string): Promise<Lease | undefined> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      const found = await this.sessions.lock(id, work.tx);
      if (!found || found.route !== 'bot' || !isLive(found.phase)) return undefined;
      if (found.phase !== 'queued' && found.read_at.getTime() - found.heartbeat_at.getTime() < LEASE_MS) throw new Error('The session is recorded by another worker.');
      // After an outage, or a way back: whoever is in the room by now is somebody else.
      if ((await this.sessions.listSilent(id, work.tx)).length > 0) {
        await this.lifecycle.apply(work, found, { kind: 'ended', reason: silenceOf(found) });
        return undefined;
      }
      // On its way in nothing is lost but time.
      const event = found.phase === 'queued' ? ({ kind: 'claimed' } as const) : found.phase === 'in_call' ? ({ kind: 'lost', reason: 'worker_lost' } as const) : undefined;
      const session = event ? await this.lifecycle.apply(work, found, event) : found;
      return this.leased(work, session, found.phase !== 'queued');
    });
  }

  /** Once more under a new fence, as a new part: whoever recorded before is refused from here on. */
  private async leased(work: Work, session: SessionRow, again: boolean): Promise<Lease | undefined> {
    if (!isLive(session.phase)) return undefined;
    const consent = await this.consents.findOwned(session.therapist_id, session.consent_id, work.tx);
    const url = consent && this.consents.openUrl(consent);
    if (!consent || consent.withdrawn_at || !url) {
      await this.lifecycle.apply(work, session, { kind: 'ended', reason: consent?.withdrawn_at ? 'consent_withdrawn' : 'invalid_url' });
      return undefined;
    }
    const change = { fence: session.fence + 1, heartbeat_at: session.read_at };
    await this.sessions.update(session.id, change, work.tx);
    const part = again ? await this.recordings.addPart(session.id, 'restart', work.now(), work.tx) : await this.recordings.newestPart(session.id, work.tx);
    const takenAt = { database: session.read_at.getTime(), here: performance.now() };
    return { session: { ...session, ...change }, takenAt, part, url, therapistName: consent.therapist_name };
  }

  /** @returns the lease of the next try, where there is one */
  private async visit(lease: Lease): Promise<Lease | undefined> {
    const stop = new AbortController();
    this.visits.add(stop);
    const ended = new AbortController();
    const watched = this.watch(lease, stop, ended.signal);
    let end: EndReason | 'called_back';
    try {
      end = await this.engine.visit(meetingOf(lease), this.listenerOf(lease, stop), stop.signal);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Over or recorded elsewhere: nothing is to be written. What cannot be stored for a minute has no room.
      end = error.code === 'conflict' ? 'called_back' : 'disk_full';
    } finally {
      this.visits.delete(stop);
      ended.abort();
      await watched;
    }
    return this.conclude(lease, end, stop.signal.aborted ? String(stop.signal.reason) : undefined);
  }

  private conclude(lease: Lease, end: EndReason | 'called_back', calledBack: string | undefined): Promise<Lease | undefined> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.sessions.lock(lease.session.id, work.tx);
      if (!session || session.fence !== lease.session.fence || !isLive(session.phase)) return undefined;
      const reason = reasonOf(end, calledBack, session);
      if (reason === 'called_back') {
        // Free for the next worker: this one was stopped, or had lost Postgres.
        await this.sessions.update(session.id, { heartbeat_at: new Date(session.read_at.getTime() - LEASE_MS) }, work.tx);
        return 'free' as const;
      }
      const again = session.phase === 'in_call' && (REJOINED as readonly string[]).includes(reason);
      const after = await this.lifecycle.apply(work, session, again ? { kind: 'lost', reason } : { kind: 'ended', reason });
      return this.leased(work, after, true);
    }).then((next) => {
      if (next === 'free') throw new Error('A notetaker left a meeting that goes on: its worker was stopped, or had lost the database.');
      return next;
    });
  }

  /**
   * Keeps the lease, and calls the visit back when the session is over: completed, cancelled, withdrawn, or recorded elsewhere. How long something
   * lasts is told by the length of the sound and by a clock that nobody sets: the one on the wall may jump meanwhile.
   */
  private async watch(lease: Lease, stop: AbortController, ended: AbortSignal): Promise<void> {
    const { id, fence, planned_minutes, recorded_ms, started_at } = lease.session;
    const left = planned_minutes * 60_000 + OVERTIME_MS - Number(recorded_ms);
    const begunAt = performance.now();
    let heldAt = begunAt;
    let until = heldAt + left + (started_at ? 0 : WAY_IN_MS);
    let isHeard = started_at !== null;
    while (!ended.aborted && !stop.signal.aborted) {
      const now = performance.now();
      try {
        if (!(await this.sessions.renew(id, fence))) return stop.abort('over');
        heldAt = now;
        const isOutside = isBeforeCall(lease.session.phase);
        if (now - begunAt > (isOutside ? LET_IN_WITHIN_MS : CALL_MS) && (await this.sessions.isNotetakerWanted(id))) return stop.abort(isOutside ? 'gave_way' : 'made_room');
      } catch {
        // Postgres is away: others cannot take the session either, until it is back.
        if (now - heldAt > LEASE_MS) return stop.abort('over');
      }
      if (!isHeard && lease.session.started_at) [isHeard, until] = [true, now + left];
      if (now > until) return stop.abort('duration_reached');
      await pause(LOOK_MS, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  private listenerOf(lease: Lease, stop: AbortController): MeetingListener {
    let loudAt = performance.now();
    return {
      waits: () => this.tell(lease, { kind: 'waits' }),
      admitted: () => this.tell(lease, { kind: 'admitted' }),
      heard: async (sound) => {
        lease.session = await this.store(lease, sound);
        const now = performance.now();
        if ((lease.session.level ?? 0) > QUIET) loudAt = now;
        if (now - loudAt > SILENCE_MS) stop.abort('silence_timeout');
        if (!isLive(lease.session.phase)) stop.abort('over');
      },
    };
  }

  /** @throws DomainError conflict where the session is over or recorded elsewhere */
  private async tell(lease: Lease, event: SessionEvent): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.sessions.lock(lease.session.id, work.tx);
      if (!session || session.fence !== lease.session.fence || !isLive(session.phase)) throw new DomainError('conflict', messages.notLive);
      lease.session = await this.lifecycle.apply(work, session, event);
    });
  }

  /** @throws DomainError conflict where it is not taken; unavailable where it could not be stored for a minute */
  private async store({ session, part, takenAt }: Lease, { seq, startFrame, heardAt, pcm }: HeardSound): Promise<SessionRow> {
    const capturedAt = new Date(takenAt.database + heardAt - takenAt.here);
    const chunk = { sessionId: session.id, part, seq, startFrame, rate: RATES[session.quality], fence: session.fence, capturedAt, pcm };
    const before = performance.now() + STORE_WITHIN_MS;
    for (;;) {
      try {
        return await this.sink.write(SYSTEM_ACTOR, session, chunk);
      } catch (error) {
        if (error instanceof DomainError && error.code !== 'unavailable') throw error;
        if (performance.now() > before) throw error instanceof DomainError ? error : new DomainError('unavailable', messages.storageAway);
      }
      await pause(STORE_AGAIN_MS);
    }
  }
}

/** One that was let in while it was called back goes on, with the next worker. */
function reasonOf(end: EndReason | 'called_back', calledBack: string | undefined, { phase }: SessionRow): EndReason | 'called_back' {
  if (calledBack === 'duration_reached' || calledBack === 'silence_timeout' || calledBack === 'made_room') return calledBack;
  return calledBack === 'gave_way' && isBeforeCall(phase) ? calledBack : end;
}

function meetingOf({ session, url, therapistName }: Lease): MeetingVisit {
  return {
    platform: session.platform ?? 'google_meet',
    url,
    displayName: messages.notetakerName(therapistName, session.notetaker_words),
    announcement: messages.notetakerSays(therapistName, session.notetaker_words),
    rate: RATES[session.quality],
  };
}
