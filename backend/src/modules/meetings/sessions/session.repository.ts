import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { InLine } from '../../../common/jobs/turns';
import { isSettled, SETTLED_BY_NOW } from '../../../common/limits/settled-practices';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { MeetingConsent } from '../consent/consent.entity';
import type { MeetingAnalysisState } from '../results/meeting-analysis.entity';
import type { TranscriptState } from '../transcripts/transcript.entity';
import { MeetingSession } from './session.entity';
import { sendNotetaker } from './session.jobs';
import { EndReason, LOST_MS, OVERTIME_MS, PAUSED_MS, SessionState, SILENT_MS } from './session-states';

/** A session with whose it is, and how far its text is. */
export interface SessionRow extends MeetingSession, Pick<MeetingConsent, 'client_id'> {
  /** Null where none was begun. */
  transcript_state: TranscriptState | null;
  transcript_accepted: boolean | null;
  /** From then on nothing is begun with it. */
  consent_ends_at: MeetingConsent['expires_at'];
  analysis_state: MeetingAnalysisState | null;
  /** While it waits for one, as far as the workers tell; else null. */
  all_notetakers_away: boolean | null;
  /** When the newest sound was stored, while it records. */
  sound_at: Date | null;
  /**
   * When this was read. Like `heartbeat_at`, `started_at` and `sound_at` by the database's clock: those of the processes differ, so what lasts is told by
   * this one alone.
   */
  read_at: Date;
}
export type ListedSession = SessionRow & { at: string };
export type NewSession = Omit<MeetingSession, 'consent_returned' | 'end_reason' | 'rejoins' | 'heartbeat_at' | 'paused_at' | 'hears' | 'recorded_ms' | 'level' | 'started_at' | 'ended_at' | 'audio_destroyed_at'>;

const AWAY = `(select count(*) from meeting_sessions o where o.route = 'bot' and o.phase in ('joining', 'lobby', 'in_call'))`;
/** Each worker tells how many it has: none is known of in the first seconds of the first one. */
const NOTETAKERS = `greatest(1, (select sum((w.details ->> 'notetakers')::int) from worker_heartbeats w where w.seen_at > clock_timestamp() - interval '30 seconds'))`;
const ALL_AWAY = `case when s.route = 'bot' and s.phase = 'queued' then ${AWAY} >= ${NOTETAKERS} end`;
const COLUMNS = `s.id, s.therapist_id, s.consent_id, s.consent_returned, s.route, s.platform, s.quality, s.planned_minutes, s.real_time_notes, s.post_analysis, s.phase, s.notetaker_words, s.end_reason,
           s.fence, s.rejoins, s.heartbeat_at, s.paused_at, s.hears, s.recorded_ms, s.level, s.created_at, s.started_at, s.ended_at, s.audio_destroyed_at, c.client_id,
           t.state as transcript_state, t.accepted_at is not null as transcript_accepted, c.expires_at as consent_ends_at, a.state as analysis_state,
           case when s.phase = 'in_call' then (select k.stored_at from meeting_chunks k where k.session_id = s.id order by k.part desc, k.seq desc limit 1) end as sound_at, ${ALL_AWAY} as all_notetakers_away, clock_timestamp() as read_at`;
const TABLES = 'meeting_sessions s join meeting_consents c on c.id = s.consent_id left join meeting_transcripts t on t.id = s.id left join meeting_analyses a on a.id = s.id';
const SELECT = `select ${COLUMNS} from ${TABLES}`;
const FIND_OWNED = statement<SessionRow>('meeting-session-owned', `${SELECT} where s.id = $1 and s.therapist_id = $2`);
const LOCK_OWNED = statement<SessionRow>('meeting-session-owned-lock', `${SELECT} where s.id = $1 and s.therapist_id = $2 for update of s`);
const LOCK = statement<SessionRow>('meeting-session-lock', `${SELECT} where s.id = $1 for update of s`);
const LOCK_LIVE_OF = statement<SessionRow>('meeting-sessions-live-lock', `${SELECT} where s.therapist_id = $1 and s.phase in ('queued', 'joining', 'lobby', 'in_call') order by s.id for update of s`);
const LOCK_OF_CONSENT = statement<SessionRow>('meeting-session-of-consent-lock', `${SELECT} where s.consent_id = $1 and not s.consent_returned for update of s`);
const INSERT = statement<Pick<MeetingSession, 'id'>>('meeting-session-insert', `insert into meeting_sessions
         (id, therapist_id, consent_id, route, platform, quality, planned_minutes, real_time_notes, post_analysis, phase, fence, heartbeat_at, created_at, notetaker_words)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp(), $12, $13) on conflict do nothing returning id`);
const LIST = statement<ListedSession>('meeting-sessions', `select ${COLUMNS}, ${keysetTime('s.created_at')} as at from ${TABLES}
         where s.therapist_id = $1 and ($2::text is null or (s.created_at, s.id) < (${keysetMoment('$2')}, $3::uuid)) order by s.created_at desc, s.id desc limit $4`);
/** Nobody was heard of for long; whoever paused has longer. And where nothing is recorded yet, once the consent is over. */
const SILENT = statement<Pick<MeetingSession, 'id'>>('meeting-sessions-silent', `select id from meeting_sessions s
         where phase in ('queued', 'joining', 'lobby', 'in_call') and ($5::uuid is null or id = $5)
           and (heartbeat_at < clock_timestamp() - interval '1 millisecond' * case when route = 'bot' and phase <> 'queued' then $3::bigint when paused_at is null and route <> 'upload' then $1::bigint else $2::bigint end
             or (route = 'device' and started_at < clock_timestamp() - $4::bigint * interval '1 millisecond' - planned_minutes * interval '1 minute')
             or (route <> 'upload' and started_at is null and exists (select from meeting_consents c where c.id = s.consent_id and c.expires_at < clock_timestamp())))
         order by heartbeat_at limit 100`);
const HAS_NOTETAKER = statement<{ is_there: boolean }>('meeting-notetaker-is-there', `select exists (select from meeting_sessions
         where therapist_id = $1 and route = 'bot' and phase in ('queued', 'joining', 'lobby', 'in_call')) as is_there`);
/** Such a client of theirs is expected in it about now. */
const isExpected = (session: string) => `exists (select from meeting_consents e join bookings p on p.client_id = e.client_id and p.therapist_id = e.therapist_id join client_accounts pa on pa.client_id = p.client_id
           where e.id = ${session}.consent_id and pa.verified_at is not null and p.status = 'confirmed' and clock_timestamp() between p.starts_at - interval '10 minutes' and p.ends_at)`;
/**
 * Whether the notetaker of a session $1 is wanted elsewhere: as many leave as therapists wait for whom there is none. Those in front of a door leave for others, who have waited
 * longest first, those in a call only where no practice of theirs is known (and they have had it for long); the latter leave before practices, and for practices as for anybody. None leaves
 * whose client is expected about now, but an account of these days for practices that are here for long: it expects whom it likes. A free one is on its way to whoever asked within the last seconds.
 */
const IS_WANTED = statement<{ is_wanted: boolean }>('meeting-notetaker-is-wanted', `with o as materialized (
           select id, therapist_id, phase, heartbeat_at, created_at, ${isSettled('o.therapist_id', SETTLED_BY_NOW)} as is_settled from meeting_sessions o where route = 'bot' and phase in ('queued', 'joining', 'lobby', 'in_call'))
         select not (s.phase = 'in_call' and s.is_settled) and
         (select count(*) from o where o.therapist_id <> s.therapist_id and o.phase = 'queued' and o.heartbeat_at < clock_timestamp() - interval '10 seconds' and (o.is_settled or not s.is_settled)
             and (not s.is_expected or (o.is_settled and not s.is_settled)))
           > greatest(0, ${NOTETAKERS} - ${AWAY})
             + (select count(*) from o where (o.phase in ('joining', 'lobby') or (o.phase = 'in_call' and s.phase = 'in_call' and not o.is_settled)) and o.id <> s.id
                 and case when o.is_settled <> s.is_settled then s.is_settled
                          when (o.phase = 'in_call') <> (s.phase = 'in_call') then s.phase = 'in_call' else (o.created_at, o.id) < (s.created_at, s.id) end) as is_wanted
         from (select m.*, o.is_settled, ${isExpected('m')} as is_expected from meeting_sessions m join o on o.id = m.id where m.id = $1) s`);
const IS_QUEUED = statement<{ is_queued: boolean }>('meeting-session-is-queued', `select phase = 'queued' as is_queued from meeting_sessions where id = $1`);
const RENEW = statement<Pick<MeetingSession, 'id'>>('meeting-session-renew', `update meeting_sessions set heartbeat_at = clock_timestamp()
         where id = $1 and fence = $2 and phase in ('queued', 'joining', 'lobby', 'in_call') returning id`);
const HEAR_OF = statement('meeting-session-heard-of', 'update meeting_sessions set heartbeat_at = clock_timestamp() where id = $1');
const OLD_SOUND = statement<Pick<MeetingSession, 'id'>>('meeting-sessions-old-sound', `select id from meeting_sessions
         where audio_destroyed_at is null and ended_at < $1 order by ended_at limit 200`);
/** Whose objects may still lie there although nobody can open them. */
const DESTROYED = statement<Pick<MeetingSession, 'id'>>('meeting-sessions-destroyed', `select id from meeting_sessions s
         where audio_destroyed_at < $1 and (exists (select from meeting_chunks k where k.session_id = s.id) or exists (select from meeting_upload_blocks b where b.session_id = s.id)) limit 100`);
/** A job that was begun has a try. */
const LINE = `from outbox o join meeting_sessions s on s.id = (o.payload ->> 'session_id')::uuid
         where o.job = $1 and o.state in ('pending', 'queued') and o.attempts = 0 and o.available_at <= now() + $2 * interval '1 millisecond'`;
const IN_LINE = statement<InLine>('meeting-sessions-in-line', `select distinct s.therapist_id::text as whose, true as goes_first ${LINE}`);
const WHOSE = statement<InLine>('meeting-session-whose', 'select therapist_id::text as whose, true as goes_first from meeting_sessions where id = $1');
/** Accounts of these days, which anybody makes a practice with a mailbox or two, have one turn together where their therapists answered from one connection. */
const TURN_FOR_NOTETAKER = `${isSettled('s.therapist_id', SETTLED_BY_NOW)} as goes_first, case when ${isSettled('s.therapist_id', SETTLED_BY_NOW)} then s.therapist_id::text
           else coalesce((select encode(n.network_hash, 'hex') from meeting_consent_answers n where n.consent_id = s.consent_id and n.party = 'therapist' order by n.answered_at desc limit 1), s.therapist_id::text) end as whose`;
const IN_LINE_FOR_NOTETAKER = statement<InLine>('meeting-notetakers-in-line', `select distinct ${TURN_FOR_NOTETAKER} ${LINE}`);
const WHOSE_NOTETAKER = statement<InLine>('meeting-notetaker-whose', `select ${TURN_FOR_NOTETAKER} from meeting_sessions s where s.id = $1`);

/** Those that are not over. */
const BY_PHASE = statement<Pick<MeetingSession, 'phase'> & { sessions: number }>('meeting-sessions-measured', `select phase, count(*)::int as sessions from meeting_sessions where phase in ('queued', 'joining', 'lobby', 'in_call', 'processing') group by phase`);

/** Recorded sessions. */
@Injectable()
export class SessionRepository {
  constructor(private readonly database: Database) {}

  async findOwned(therapistId: string, id: string): Promise<SessionRow | undefined> {
    return (await this.database.query(FIND_OWNED, [id, therapistId]))[0];
  }

  async lockOwned(therapistId: string, id: string, on: Queryable): Promise<SessionRow | undefined> {
    return (await on.query(LOCK_OWNED, [id, therapistId]))[0];
  }

  async lock(id: string, on: Queryable): Promise<SessionRow | undefined> {
    return (await on.query(LOCK, [id]))[0];
  }

  lockLiveOf(therapistId: string, on: Queryable): Promise<SessionRow[]> {
    return on.query(LOCK_LIVE_OF, [therapistId]);
  }

  async lockOfConsent(consentId: string, on: Queryable): Promise<SessionRow | undefined> {
    return (await on.query(LOCK_OF_CONSENT, [consentId]))[0];
  }

  /** Of the therapist, on its way or in a meeting. */
  async hasNotetaker(therapistId: string, on: Queryable): Promise<boolean> {
    return (await on.query(HAS_NOTETAKER, [therapistId]))[0]?.is_there ?? false;
  }

  /** Whether the notetaker of a session leaves for another one, where it has been away for long enough. */
  async isNotetakerWanted(id: string): Promise<boolean> {
    return (await this.database.query(IS_WANTED, [id]))[0]?.is_wanted ?? false;
  }

  /** Nobody has begun it. */
  async isQueued(id: string): Promise<boolean> {
    return (await this.database.query(IS_QUEUED, [id]))[0]?.is_queued ?? false;
  }

  /** @returns false where the consent has a session, or the therapist a notetaker already */
  async insertSession(session: NewSession, on: Queryable): Promise<boolean> {
    const { id, therapist_id, consent_id, route, platform, quality, planned_minutes, real_time_notes, post_analysis, phase, fence, created_at, notetaker_words } = session;
    const values = [id, therapist_id, consent_id, route, platform, quality, planned_minutes, real_time_notes, post_analysis, phase, fence, created_at, notetaker_words];
    return (await on.query(INSERT, values)).length === 1;
  }

  async findTurn(job: string, id: string): Promise<InLine | undefined> {
    return (await this.database.query(job === sendNotetaker.name ? WHOSE_NOTETAKER : WHOSE, [id]))[0];
  }

  /** Whose sessions wait for a job. @param soonMs those whose time comes so soon included */
  listInLine(job: string, soonMs: number): Promise<InLine[]> {
    return this.database.query(job === sendNotetaker.name ? IN_LINE_FOR_NOTETAKER : IN_LINE, [job, soonMs]);
  }

  countByPhase(): Promise<(Pick<MeetingSession, 'phase'> & { sessions: number })[]> {
    return this.database.query(BY_PHASE);
  }

  /** Newest first. */
  listOwned(therapistId: string, after: Keyset | undefined, limit: number): Promise<ListedSession[]> {
    return this.database.query(LIST, [therapistId, after?.at ?? null, after?.id ?? null, limit]);
  }

  async update(id: string, change: Partial<MeetingSession>, on: Queryable): Promise<void> {
    await on.manager.update(MeetingSession, { id }, change);
  }

  /** Whoever records is there, although nothing is stored. */
  async hearOf(id: string): Promise<void> {
    await this.database.query(HEAR_OF, [id]);
  }

  /** @returns false where the session is over, or recorded under another lease */
  async renew(id: string, fence: number): Promise<boolean> {
    return (await this.database.query(RENEW, [id, fence])).length === 1;
  }

  /** Whose time is over: nothing was heard of them for long, or they have recorded nothing for as long as their consent stood. @param id this one alone */
  async listSilent(id: string | null = null, on: Queryable = this.database): Promise<string[]> {
    return (await on.query(SILENT, [SILENT_MS, PAUSED_MS, LOST_MS, OVERTIME_MS, id])).map((row) => row.id);
  }

  async listOldSound(before: Date): Promise<string[]> {
    return (await this.database.query(OLD_SOUND, [before])).map(({ id }) => id);
  }

  async listDestroyed(before: Date): Promise<string[]> {
    return (await this.database.query(DESTROYED, [before])).map(({ id }) => id);
  }
}

export function stateOf({ phase, started_at, hears, rejoins, end_reason, consent_returned }: MeetingSession): SessionState {
  return { phase, hasSound: started_at !== null, hears, rejoins, endReason: end_reason, consentReturned: consent_returned };
}

/** Why one of {@link SessionRepository.listSilent} is over. */
export function silenceOf({ route, phase, started_at, planned_minutes, read_at }: SessionRow): EndReason {
  if (route === 'device' && started_at && read_at.getTime() - OVERTIME_MS > started_at.getTime() + planned_minutes * 60_000) return 'duration_reached';
  if (route !== 'bot') return 'connection_lost';
  return phase === 'queued' ? 'engine_unavailable' : 'worker_lost';
}

/** Nothing was recorded as long as the consent stood, and nothing is from now on. A file was recorded before. */
export function beginsTooLate({ route, started_at, consent_ends_at, read_at }: Pick<SessionRow, 'route' | 'started_at' | 'consent_ends_at' | 'read_at'>): boolean {
  return route !== 'upload' && started_at === null && consent_ends_at <= read_at;
}
