import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import type { Work } from '../../../common/work/work';
import { consentStatus, isAgreed } from '../consent/consent-state';
import { ConsentRepository, ConsentRow } from '../consent/consent.repository';
import * as consentMessages from '../consent/messages';
import * as messages from '../messages';
import { newWords } from '../notetaker/notetaker-words';
import { RecordingRepository } from '../recording/recording.repository';
import type { MeetingSession } from './session.entity';
import { destroyRecording, finishRecording } from './session.jobs';
import { SessionRepository, SessionRow, stateOf } from './session.repository';
import { advance, beginning, isLive, SessionEvent } from './session-states';

const STARTED: Limit = { scope: 'meeting-sessions', max: 30, windowMs: 3_600_000 };

export type SessionPlan = Pick<MeetingSession, 'consent_id' | 'route' | 'platform' | 'quality' | 'planned_minutes' | 'real_time_notes' | 'post_analysis'>;

/** What a session goes through, within the work of whoever causes it: the rules are those of `session-states`. */
@Injectable()
export class SessionLifecycle {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly sessions: SessionRepository,
    private readonly recordings: RecordingRepository,
    private readonly limits: Limits,
  ) {}

  /**
   * The consent, locked, if something may be recorded with it.
   * @throws DomainError not_found; forbidden without both consents, as the product took them; conflict where it began a session already, was withdrawn or is over
   */
  async agreed(work: Work, therapistId: string, consentId: string): Promise<ConsentRow> {
    const consent = await this.consents.lockOwned(therapistId, consentId, work.tx);
    if (!consent) throw new DomainError('not_found', consentMessages.noSuchConsent);
    if (!isAgreed(consent) || consent.withdrawn_at) throw new DomainError('forbidden', messages.consentsMissing);
    const status = consentStatus(consent, work.now());
    if (status === 'used') throw new DomainError('conflict', messages.consentUsed);
    if (status === 'expired') throw new DomainError('conflict', consentMessages.consentOver);
    if ((await this.consents.listPutBack(consentId, work.tx)).length > 0) throw new DomainError('forbidden', messages.consentsMissing);
    return consent;
  }

  /** A new session of a consent. @returns its id @throws DomainError as {@link agreed}, too_many */
  async begin(work: Work, actor: Actor & { id: string }, plan: SessionPlan): Promise<string> {
    const consent = await this.agreed(work, actor.id, plan.consent_id);
    const wait = await this.limits.reserveIn(work.tx, [[STARTED, actor.id]]);
    if (wait > 0) throw new DomainError('too_many', messages.startedTooOften, { retryAfterSeconds: wait });
    if (plan.route === 'bot' && (await this.sessions.hasNotetaker(actor.id, work.tx))) throw new DomainError('conflict', messages.notetakerIsAway);
    const id = newId();
    const now = work.now();
    // Nobody has to be waited for where no meeting is joined.
    const { phase } = beginning(plan.route === 'device' ? 'joining' : 'queued');
    const row = { id, therapist_id: actor.id, ...plan, phase, fence: 1, created_at: now, notetaker_words: plan.route === 'bot' ? newWords() : null };
    if (!(await this.sessions.insertSession(row, work.tx))) throw new DomainError('conflict', messages.consentUsed);
    await this.recordings.insertKey(id, actor.id, work.tx);
    await this.recordings.addPart(id, 'begin', now, work.tx);
    await work.record(sessionDeed('begin_recording', { id, client_id: consent.client_id }));
    return id;
  }

  /** @param session locked @returns what it is from now on */
  async apply(work: Work, session: SessionRow, event: SessionEvent): Promise<SessionRow> {
    const before = stateOf(session);
    const after = advance(before, event);
    if (after === before) return session;
    const ends = isLive(before.phase) && !isLive(after.phase);
    const change = {
      phase: after.phase,
      end_reason: after.endReason,
      hears: after.hears,
      rejoins: after.rejoins,
      consent_returned: after.consentReturned,
      ...(ends && { ended_at: work.now(), paused_at: null }),
    };
    await this.sessions.update(session.id, change, work.tx);
    const changed = { ...session, ...change };
    if (after.phase === 'processing') await work.enqueue(finishRecording, { session_id: session.id });
    if (ends) await work.record(sessionDeed('end_recording', session, after.endReason ?? undefined));
    return after.phase === 'cancelled' || after.phase === 'failed' ? this.destroySound(work, changed) : changed;
  }

  /** At once nobody can open it any more; the objects are deleted right after. @param session locked */
  async destroySound(work: Work, session: SessionRow): Promise<SessionRow> {
    if (session.audio_destroyed_at) return session;
    await this.recordings.deleteKey(session.id, work.tx);
    const change = { audio_destroyed_at: work.now(), level: null };
    await this.sessions.update(session.id, change, work.tx);
    await work.enqueue(destroyRecording, { session_id: session.id });
    if (session.started_at) await work.record(sessionDeed('destroy_recording', session));
    return { ...session, ...change };
  }
}

export function sessionDeed(action: string, { id, client_id }: Pick<SessionRow, 'id' | 'client_id'>, reason?: string) {
  return { action, subjectType: 'meeting_session', subjectId: id, ...(client_id !== null && { clientIds: [client_id] }), ...(reason !== undefined && { details: { reason } }) } as const;
}

/** @throws DomainError not_found */
export function known(session: SessionRow | undefined): SessionRow {
  if (!session) throw new DomainError('not_found', messages.noSuchSession);
  return session;
}
