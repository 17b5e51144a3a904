import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newToken } from '../../../common/crypto/tokens';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Consent, GoogleAccess, GoogleCalendar, GoogleCalendarEntry } from '../../../integrations/google/google-calendar';
import { GoogleFailure, GoogleFailureKind } from '../../../integrations/google/google-failure';
import { TimeFreed } from '../../bookings/changes/booking.events';
import { BusyBlocks } from '../../scheduling/busy-blocks/busy-blocks.service';
import { Channels } from '../busy-blocks/channels.service';
import type { OpenChannel } from '../busy-blocks/source.repository';
import { CalendarChosen } from '../calendar.events';
import * as messages from '../messages';
import { syncCalendar } from '../sync/sync.jobs';
import { CalendarSettingsDto, CalendarStatusDto, DisconnectedDto, MOST_CALENDARS } from './connection.dto';
import { ConnectionRepository, NamedSource, OpenConnection } from './connection.repository';

const FLOW_LIFETIME_MS = 10 * 60_000;
/** Flows of one therapist that are open at a time. */
const MOST_FLOWS = 20;
const REFRESHES: Limit = { scope: 'calendar-refreshes', max: 10, windowMs: 60_000 };
const STARTS: Limit = { scope: 'calendar-starts', max: 30, windowMs: 10 * 60_000 };

/** Why a connection did not come about; pages have a sentence for each. */
export type ConnectFailure = 'denied' | 'scope' | 'unverified' | 'account_taken' | 'failed';

const REFUSALS: Partial<Record<GoogleFailureKind, ConnectFailure>> = { scope: 'scope', unidentified: 'unverified' };

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
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** @returns where the browser goes next, and its secret, which comes back in a cookie. @throws DomainError rule where Google does not know this installation; too_many */
  async begin(actor: Therapist): Promise<{ address: string; browser: string }> {
    if (!this.google.isConfigured) throw new DomainError('rule', messages.notConfigured);
    const wait = await this.limits.reserve([STARTS, actor.id], [STARTS, connectionOf(actor.address)]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyStarts, { retryAfterSeconds: wait });
    const [state, browser, verifier] = [newToken(), newToken(), newToken()];
    await this.works.begin(actor, async ({ tx, now }) => {
      if ((await this.repository.countFlows(actor.id, tx)) >= MOST_FLOWS) throw new DomainError('too_many', messages.tooManyStarts, { retryAfterSeconds: 600 });
      const expires_at = new Date(now().getTime() + FLOW_LIFETIME_MS);
      await this.repository.insertFlow({ therapist_id: actor.id, state, browser, code_verifier: verifier, created_at: now(), expires_at }, tx);
    });
    const hint = (await this.repository.findConnection(actor.id))?.account;
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    return { address: await this.google.consentUrl({ state, codeChallenge, ...(hint !== undefined && { hint }) }), browser };
  }

  /**
   * Takes Google's answer. The account's calendars are read at once, so that the therapist sees them; its events are read by the worker.
   * @returns why it did not come about, or undefined
   */
  async finish(actor: Therapist, { state, browser, code }: ConsentAnswer): Promise<ConnectFailure | undefined> {
    const verifier = await this.repository.takeFlow(state, browser, actor.id, this.clock.now());
    if (verifier === undefined) return 'failed';
    if (code === undefined) return 'denied';
    try {
      const consent = await this.google.redeem(code, verifier);
      const calendars = consent.mayList ? await this.google.listCalendars(consent) : [await this.google.mainCalendar(consent, consent.account)];
      return await this.connect(actor, consent, calendars.slice(0, MOST_CALENDARS));
    } catch (error) {
      if (!(error instanceof GoogleFailure)) throw error;
      return REFUSALS[error.kind] ?? 'failed';
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

  /** Asks Google anew, for the list of calendars at once. @throws DomainError rule without a connection; too_many */
  async refresh(actor: Therapist): Promise<CalendarStatusDto> {
    const connection = await this.connectionOf(actor.id);
    const wait = await this.limits.reserve([REFRESHES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyRefreshes, { retryAfterSeconds: wait });
    const listed = await this.listed(connection);
    await this.works.begin(actor, async (work) => {
      if (listed && (await this.isStill(connection, work))) await this.repository.putSources(actor.id, listed, work.now(), work.tx);
      await this.repository.askAnew(actor.id, work.now(), work.tx);
      await work.enqueue(syncCalendar, { therapist_id: actor.id });
    });
    return this.status(actor.id);
  }

  /** @throws DomainError rule for calendars that are not the account's, or may not be written to */
  async choose(actor: Therapist, { blocking, appointments, titles, meet_links }: CalendarSettingsDto): Promise<CalendarStatusDto> {
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

  @Upkeep('calendar connections on their way')
  deleteOldFlows(): Promise<number> {
    return this.repository.deleteOldFlows(this.clock.now());
  }

  private async connect(actor: Therapist, { account, refreshToken }: Consent, calendars: readonly GoogleCalendarEntry[]): Promise<ConnectFailure | undefined> {
    if (!calendars.some(({ primary }) => primary)) return 'failed';
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
      await this.repository.putSources(actor.id, calendars, work.now(), work.tx);
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

  /** @returns undefined where Google does not tell; the sync that follows says why */
  private async listed(access: GoogleAccess): Promise<GoogleCalendarEntry[] | undefined> {
    try {
      return (await this.google.listCalendars(access)).slice(0, MOST_CALENDARS);
    } catch (error) {
      if (!(error instanceof GoogleFailure)) throw error;
      return undefined;
    }
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
  calendars: [],
  open_url: null,
};

function statusOf(connection: OpenConnection, sources: readonly NamedSource[]): Omit<CalendarStatusDto, 'configured' | 'demo' | 'busy_blocks' | 'busy_known_until' | 'missing_appointments' | 'undecided_appointments' | 'open_url'> {
  const { account, state, reason, titles, meet_links, connected_at, last_synced_at, not_before } = connection;
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
