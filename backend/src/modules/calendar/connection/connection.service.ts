import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Actor, assertFreshProof, CurrentUserData, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newToken } from '../../../common/crypto/tokens';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Measured, Measures } from '../../../common/metrics/metrics';
import { LeavesWithPractice } from '../../../common/practices/parts';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import type { Consent, GoogleAccess } from '../../../integrations/google/calendar-consent';
import { GoogleCalendar } from '../../../integrations/google/google-calendar';
import { GoogleFailure } from '../../../integrations/google/google-failure';
import { TimeFreed } from '../../bookings/changes/booking.events';
import { BusyBlocks } from '../../scheduling/busy-blocks/busy-blocks.service';
import { Channels } from '../busy-blocks/channels.service';
import type { OpenChannel } from '../busy-blocks/source.repository';
import { AccessNotices } from '../access-notices.service';
import { CalendarChosen } from '../calendar.events';
import * as messages from '../messages';
import { syncCalendar } from '../sync/sync.jobs';
import { CalendarSettingsDto, CalendarStatusDto, DisconnectedDto, MOST_CALENDARS } from './connection.dto';
import { ConnectionRepository, NamedSource, OpenConnection, Seen } from './connection.repository';

const FLOW_LIFETIME_MS = 10 * 60_000;
/** Flows of one therapist that are open at a time. */
const MOST_FLOWS = 20;
const REFRESHES: Limit = { scope: 'calendar-refreshes', max: 10, windowMs: 60_000 };
/** Each may read calendars anew. */
const CHOICES: Limit = { scope: 'calendar-choices', max: 60, windowMs: 3_600_000 };
const STARTS: Limit = { scope: 'calendar-starts', max: 30, windowMs: 10 * 60_000 };

/** Why a connection did not come about; pages have a sentence for each. */
export type ConnectFailure = 'denied' | 'scope' | 'unverified' | 'account_taken' | 'failed';

/** How asking for the list of calendars ended. But for `shown`, all is as it was. */
export type ListEnd = 'shown' | 'declined' | 'other_account' | 'failed';

/** Of a connection, where `failure` says why it did not come about, or of asking for the list. */
export type ConsentEnd = { failure: ConnectFailure | undefined } | { list: ListEnd };

/** What came back from Google, and to whom. */
export interface ConsentAnswer {
  state: string;
  /** The browser's secret. */
  browser: string;
  /** Undefined where the person said no. */
  code: string | undefined;
}

type Therapist = Actor & { id: string };

/** A therapist's account at Google: connecting it, what is chosen for it, and letting go of it. */
@Injectable()
export class ConnectionService {
  constructor(
    private readonly repository: ConnectionRepository,
    private readonly google: GoogleCalendar,
    private readonly blocks: BusyBlocks,
    private readonly channels: Channels,
    private readonly notices: AccessNotices,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  @Measures('worker', 'attune_calendar_connections', 'Connected calendars, by how they are', ['state'])
  async connections(): Promise<Measured[]> {
    return (await this.repository.countByState()).map(({ state, connections }) => ({ labels: { state }, value: connections }));
  }

  /**
   * Asks for events and free or busy; for the list of calendars with `list`, or where others than the main one are chosen already.
   * @returns where the browser goes next, and its secret, which comes back in a cookie.
   * @throws DomainError forbidden when the therapist signed in more than 15 minutes ago, unless it is the list of the same account; rule where Google does not know this installation, or has no account to list; too_many
   */
  async begin(actor: Therapist, user: CurrentUserData, { list }: { list: boolean }): Promise<{ address: string; browser: string }> {
    if (!this.google.isConfigured) throw new DomainError('rule', messages.notConfigured);
    const wait = await this.limits.reserve([STARTS, actor.id], [STARTS, connectionOf(actor.address)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyStarts, { retryAfterSeconds: wait });
    const connection = list ? await this.connectionOf(actor.id) : await this.repository.findConnection(actor.id);
    // What is broken is connected again, for all that was asked.
    const adds_list = list && !isBroken(connection);
    // Whoever sits at an open browser connects no account of their own.
    if (!adds_list) assertFreshProof(user, this.clock.now());
    const others = (await this.repository.listSources(actor.id)).some(isChosenOther);
    const [state, browser, verifier] = [newToken(), newToken(), newToken()];
    await this.works.begin(actor, async ({ tx, now }) => {
      if ((await this.repository.countFlows(actor.id, tx)) >= MOST_FLOWS) throw new DomainError('too_many', messages.tooManyStarts, { retryAfterSeconds: 600 });
      const expires_at = new Date(now().getTime() + FLOW_LIFETIME_MS);
      await this.repository.insertFlow({ therapist_id: actor.id, state, browser, code_verifier: verifier, adds_list, created_at: now(), expires_at }, tx);
    });
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = adds_list ? 'list' : list || others ? 'both' : 'events';
    return { address: await this.google.consentUrl({ asked, state, codeChallenge, ...(connection && { hint: connection.account }) }), browser };
  }

  /** Takes Google's answer. The account's calendars are read at once, so that the therapist sees them; its events are read by the worker. */
  async finish(actor: Therapist, { state, browser, code }: ConsentAnswer): Promise<ConsentEnd> {
    const flow = await this.repository.takeFlow(state, browser, actor.id);
    if (!flow) return { failure: 'failed' };
    const isOver = flow.expires_at <= this.clock.now();
    try {
      if (flow.adds_list) return { list: code === undefined ? 'declined' : isOver ? 'failed' : await this.addList(actor, await this.google.redeem(code, flow.code_verifier)) };
      return { failure: isOver ? 'failed' : code === undefined ? 'denied' : await this.connect(actor, await this.google.redeem(code, flow.code_verifier)) };
    } catch (error) {
      if (!(error instanceof GoogleFailure)) throw error;
      if (flow.adds_list) return { list: 'failed' };
      return { failure: error.kind === 'unidentified' ? 'unverified' : 'failed' };
    }
  }

  async status(therapistId: string): Promise<CalendarStatusDto> {
    const connection = await this.repository.findConnection(therapistId);
    const configured = this.google.isConfigured;
    const { demo } = this.config.google;
    if (!connection) return { ...NOT_CONNECTED, configured, demo };
    const [sources, counts] = await Promise.all([this.repository.listSources(therapistId), this.repository.count(therapistId, this.clock.now())]);
    return {
      ...statusOf(connection, sources),
      configured,
      demo,
      busy_blocks: counts.busy_blocks,
      busy_known_until: counts.known_until?.toISOString() ?? null,
      missing_appointments: counts.missing,
      undecided_appointments: counts.undecided,
      open_url: demo ? `/dev/google/calendar?account=${encodeURIComponent(connection.account)}` : 'https://calendar.google.com/calendar/r',
    };
  }

  /** Asks Google anew, for the names of calendars at once. @throws DomainError rule without a connection; too_many */
  async refresh(actor: Therapist): Promise<CalendarStatusDto> {
    const connection = await this.connectionOf(actor.id);
    const wait = await this.limits.reserve([REFRESHES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyRefreshes, { retryAfterSeconds: wait });
    // Where Google does not tell, the sync that follows says why.
    const seen = await this.see(connection, connection.account, connection.may_list).catch(onlyFailure);
    await this.works.begin(actor, async (work) => {
      if (seen && (await this.isStill(connection, work))) await this.repository.putSources(actor.id, seen, work.now(), work.tx);
      await this.repository.askAnew(actor.id, work.now(), work.tx);
      await work.enqueue(syncCalendar, { therapist_id: actor.id });
    });
    return this.status(actor.id);
  }

  /** @throws DomainError rule for calendars that are not the account's, or may not be written to; too_many */
  async choose(actor: Therapist, { blocking, appointments, titles, meet_links }: CalendarSettingsDto): Promise<CalendarStatusDto> {
    const wait = await this.limits.reserve([CHOICES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyChoices, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const connection = await this.repository.lockConnection(actor.id, work.tx);
      if (!connection) throw new DomainError('rule', messages.noConnection);
      const sources = await this.repository.listSources(actor.id, work.tx);
      const target = appointments ?? null;
      if (blocking.some((id) => !sources.some((source) => source.id === id))) throw refusedField('blocking', messages.noSuchCalendar);
      if (target !== null) assertWritable(sources.find(({ id }) => id === target));
      await this.repository.chooseSources(actor.id, blocking, target, work.tx);
      await this.repository.updateSettings(actor.id, { titles, meet_links }, work.tx);
      await this.forget(work, actor.id, sources.filter(({ id, blocks }) => blocks && !blocking.includes(id)).map(({ id }) => id));
      // One that was read for its appointments alone has kept nothing else.
      await this.repository.readAnew(actor.id, sources.filter(({ id, blocks }) => !blocks && blocking.includes(id)).map(({ id }) => id), work.tx);
      await work.record({ action: 'choose_calendars', subjectType: 'therapist', subjectId: actor.id });
      await work.publish(new CalendarChosen(actor.id));
      await work.enqueue(syncCalendar, { therapist_id: actor.id });
    });
    return this.status(actor.id);
  }

  /** The consent is given back, and what is known of the account is removed; events that were made of appointments stay at Google. Again it is no failure. */
  async disconnect(actor: Therapist): Promise<DisconnectedDto> {
    const connection = await this.repository.findConnection(actor.id);
    if (!connection) return { status: 'disconnected', revoked: true };
    const channels = await this.works.begin(actor, async (work) => {
      // First, as whoever has its turn does.
      await this.repository.lockConnection(actor.id, work.tx);
      const open = await this.channels.list(actor.id, work.tx);
      await this.forget(work, actor.id, (await this.repository.listSources(actor.id, work.tx)).map(({ id }) => id));
      await this.repository.deleteConnection(actor.id, work.tx);
      await work.record({ action: 'disconnect_calendar', subjectType: 'therapist', subjectId: actor.id });
      return open;
    });
    return { status: 'disconnected', revoked: await this.letGo(connection, channels) };
  }

  /** Google is asked to end the access; that it could not be asked keeps no practice here. */
  @LeavesWithPractice()
  async leaveWithPractice(therapistId: string): Promise<string | undefined> {
    const { revoked } = await this.disconnect({ ...SYSTEM_ACTOR, id: therapistId });
    return revoked ? undefined : messages.consentNotGivenBack;
  }

  @Upkeep('calendar connections on their way')
  deleteOldFlows(): Promise<number> {
    return this.repository.deleteOldFlows(this.clock.now());
  }

  private async connect(actor: Therapist, { account, isEnough, mayList, refreshToken }: Consent): Promise<ConnectFailure | undefined> {
    if (!isEnough) return 'scope';
    const seen = await this.see({ refreshToken }, account.address, mayList);
    if (!seen.calendars.some(({ primary }) => primary)) return 'failed';
    const replaced = await this.works.begin(actor, async (work) => {
      await this.repository.lockAccount(account, work.tx);
      const owner = await this.repository.findOwner(account, work.tx);
      if (owner !== undefined && owner !== actor.id) return 'account_taken';
      await this.repository.lockConnection(actor.id, work.tx);
      const before = await this.repository.findConnection(actor.id, work.tx);
      const replaced = before && !this.repository.isOf(before, account) ? { access: before, channels: await this.channels.list(actor.id, work.tx) } : undefined;
      if (replaced) {
        await this.forget(work, actor.id, (await this.repository.listSources(actor.id, work.tx)).map(({ id }) => id));
        await this.repository.deleteSources(actor.id, work.tx);
      }
      await this.repository.saveConnection({ therapistId: actor.id, account, refreshToken, now: work.now() }, work.tx);
      await this.repository.putSources(actor.id, seen, work.now(), work.tx);
      // The same account once more reads nothing new.
      if (!before || replaced) await this.notices.ask(work, actor.id, 'connected');
      await work.record({ action: before ? 'reconnect_calendar' : 'connect_calendar', subjectType: 'therapist', subjectId: actor.id });
      await work.publish(new CalendarChosen(actor.id));
      await work.enqueue(syncCalendar, { therapist_id: actor.id });
      return replaced;
    });
    if (replaced === 'account_taken') return replaced;
    // The consent of another account; a newer one of the same account would end with it.
    if (replaced) await this.letGo(replaced.access, replaced.channels);
    return undefined;
  }

  /** The consent of the connected account now covers its list of calendars as well; what is chosen stays. */
  private async addList(actor: Therapist, { account, isEnough, mayList, refreshToken }: Consent): Promise<ListEnd> {
    const isSame = (connection: OpenConnection | undefined): boolean => connection !== undefined && this.repository.isOf(connection, account);
    // Nothing of another account is read.
    if (!isSame(await this.repository.findConnection(actor.id))) return 'other_account';
    if (!mayList) return 'declined';
    // The earlier consent may cover no more than this one: its next turn says so.
    if (!isEnough) return this.works.begin(actor, (work) => work.enqueue(syncCalendar, { therapist_id: actor.id })).then(() => 'failed');
    const seen = await this.see({ refreshToken }, account.address, mayList);
    if (!seen.mayList) return 'declined';
    return this.works.begin(actor, async (work) => {
      await this.repository.lockConnection(actor.id, work.tx);
      if (!isSame(await this.repository.findConnection(actor.id, work.tx))) return 'other_account';
      await this.repository.replaceToken(actor.id, refreshToken, work.now(), work.tx);
      await this.repository.putSources(actor.id, seen, work.now(), work.tx);
      await work.record({ action: 'allow_calendar_list', subjectType: 'therapist', subjectId: actor.id });
      return 'shown';
    });
  }

  /** Google tells of nothing any more, and the consent is given back. @returns whether Google took it */
  private async letGo(access: GoogleAccess, channels: readonly OpenChannel[]): Promise<boolean> {
    // With the consent they could not be stopped any more, and would tell on until they end.
    await this.channels.stopAll(access, channels);
    return this.google.revoke(access).then(() => true, () => false);
  }

  /** What these calendars blocked is free. */
  private async forget(work: Work, therapistId: string, sourceIds: readonly string[]): Promise<void> {
    let freed = 0;
    for (const id of sourceIds) freed += await this.blocks.removeOrigin(work.tx, id);
    await this.repository.readAnew(therapistId, sourceIds, work.tx);
    if (freed > 0) await work.publish(new TimeFreed(therapistId));
  }

  /** A list that Google shows no more is given up, and the main calendar stands for itself. @throws GoogleFailure */
  private async see(access: GoogleAccess, address: string, mayList: boolean): Promise<Seen> {
    const listed = mayList ? await this.google.listCalendars(access).catch((error: GoogleFailure) => (error.kind === 'scope' ? undefined : Promise.reject(error))) : undefined;
    if (listed) return { calendars: listed.slice(0, MOST_CALENDARS), mayList: true };
    return { calendars: [await this.google.mainCalendar(access, address)], mayList: false };
  }

  private async isStill({ therapist_id, generation }: OpenConnection, { tx }: Work): Promise<boolean> {
    return (await this.repository.lockConnection(therapist_id, tx))?.generation === generation;
  }

  private async connectionOf(therapistId: string): Promise<OpenConnection> {
    const connection = await this.repository.findConnection(therapistId);
    if (!connection) throw new DomainError('rule', messages.noConnection);
    return connection;
  }
}

const NOT_CONNECTED: Omit<CalendarStatusDto, 'configured' | 'demo'> = {
  connected: false,
  last_connected: null,
  account: null,
  calendar_name: null,
  state: null,
  reason: null,
  detail: null,
  last_synced_at: null,
  next_try_at: null,
  busy_blocks: 0,
  busy_known_until: null,
  missing_appointments: 0,
  undecided_appointments: 0,
  titles: null,
  meet_links: null,
  may_list: false,
  calendars: [],
  open_url: null,
};

function statusOf(connection: OpenConnection, sources: readonly NamedSource[]): Omit<CalendarStatusDto, 'configured' | 'demo' | 'busy_blocks' | 'busy_known_until' | 'missing_appointments' | 'undecided_appointments' | 'open_url'> {
  const { account, state, reason, titles, meet_links, may_list, connected_at, last_synced_at, not_before } = connection;
  return {
    connected: true,
    last_connected: connected_at.toISOString(),
    account,
    calendar_name: sources.find(({ takes_appointments }) => takes_appointments)?.name ?? null,
    state,
    reason,
    detail: reason && messages.TROUBLE[reason],
    last_synced_at: last_synced_at?.toISOString() ?? null,
    next_try_at: not_before?.toISOString() ?? null,
    titles,
    meet_links,
    may_list,
    calendars: sources.map(({ id, name, timezone, is_primary, writable, blocks, takes_appointments, gone_at }) => ({
      id,
      name,
      timezone,
      is_primary,
      writable,
      blocks,
      takes_appointments,
      gone: gone_at !== null,
    })),
  };
}

function assertWritable(target: NamedSource | undefined): void {
  if (!target) throw refusedField('appointments', messages.noSuchCalendar);
  if (!target.writable || target.gone_at !== null) throw refusedField('appointments', messages.notWritable);
}

function isChosenOther({ is_primary, blocks, takes_appointments }: NamedSource): boolean {
  return !is_primary && (blocks || takes_appointments);
}

/** A consent mends it. */
function isBroken(connection: OpenConnection | undefined): boolean {
  return connection?.state === 'needs_reconnect' && connection.reason !== 'target_gone';
}

function onlyFailure(error: unknown): undefined {
  if (!(error instanceof GoogleFailure)) throw error;
}
