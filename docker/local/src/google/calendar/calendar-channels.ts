import { randomBytes } from 'node:crypto';
import { isLoopbackName } from '../../http/loopback';
import type { AccountCalendars, CalendarStore, Channel, Json, StoredCalendar } from './calendar-store';
import type { Faults } from './calendar-faults';
import { GoogleError, invalid, required } from './google-error';

/** A push as it went out. */
export interface Push {
  channel: string;
  state: 'sync' | 'exists';
  number: number;
  /** What the receiver answered; null when it did not. */
  status: number | null;
}

const WEEK_S = 604_800;
const RETRIES = 3;
const ANSWERS_WITHIN_MS = 10_000;
const PUSHES_KEPT = 500;

/** Watched calendars: tells a web address that something changed, and nothing of what. */
export class Channels {
  /** The first wait before a push is tried again after a 5xx; each further one is four times as long. */
  retryMs = 250;
  readonly pushes: Push[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly ended = new AbortController();
  private heldBack: (() => Promise<void>) | null = null;

  constructor(
    private readonly store: CalendarStore,
    private readonly faults: Faults,
  ) {}

  watch(owner: AccountCalendars, calendar: StoredCalendar, body: Json): Json {
    const { id, type, address, token, params, expiration } = body as { params?: { ttl?: unknown } } & Json;
    if (typeof id !== 'string' || id === '') throw required('Missing channel id.');
    if (!/^[\w\-+/=]{1,64}$/.test(id)) throw invalid('Invalid channel id.');
    if (type !== 'web_hook') throw invalid('Unknown channel type.');
    if (token !== undefined && (typeof token !== 'string' || token.length > 256)) throw invalid('Invalid channel token.');
    const to = readAddress(address);
    this.dropExpired(owner);
    if (this.store.channels().some((channel) => channel.id === id && channel.expiresAt > this.store.now())) throw new GoogleError(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
    const ttl = Number(params?.ttl ?? WEEK_S);
    if (!(ttl > 0)) throw invalid('Invalid channel lifetime.');
    const latest = this.store.now() + ttl * 1_000;
    const expiresAt = expiration === undefined ? latest : Math.min(latest, Number(expiration));
    const resourceId = owner.channels.find((channel) => channel.calendarId === calendar.id)?.resourceId ?? randomBytes(20).toString('base64url');
    const channel: Channel = { id, resourceId, calendarId: calendar.id, address: to, ...(token === undefined ? {} : { token }), expiresAt, messages: 0 };
    owner.channels.push(channel);
    this.store.save(owner);
    // Google's answer is on its way first.
    setImmediate(() => this.push(owner, channel, 'sync'));
    return { kind: 'api#channel', id, resourceId, resourceUri: resourceUri(channel), ...(token === undefined ? {} : { token }), expiration: String(expiresAt) };
  }

  stop(owner: AccountCalendars, { id, resourceId }: Json): void {
    if (typeof id !== 'string' || typeof resourceId !== 'string') throw required('Missing channel id or resource id.');
    this.dropExpired(owner);
    const kept = owner.channels.filter((channel) => channel.id !== id || channel.resourceId !== resourceId);
    if (kept.length === owner.channels.length) throw new GoogleError(404, 'channelNotFound', `Channel '${id}' not found`);
    owner.channels = kept;
    this.store.save(owner);
  }

  changed(owner: AccountCalendars, calendar: StoredCalendar): void {
    this.dropExpired(owner);
    for (const channel of owner.channels) if (channel.calendarId === calendar.id) this.push(owner, channel, 'exists');
  }

  /** Until every push under way has been answered or given up. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  close(): void {
    this.ended.abort();
  }

  private dropExpired(owner: AccountCalendars): void {
    owner.channels = owner.channels.filter((channel) => channel.expiresAt > this.store.now());
  }

  private push(owner: AccountCalendars, channel: Channel, state: Push['state']): void {
    if (this.ended.signal.aborted) return;
    channel.messages += 1;
    this.store.save(owner);
    const number = channel.messages;
    const deliver = (): Promise<void> => this.deliver(channel, state, number);
    const fault = this.faults.takePush();
    if (fault?.kind === 'drop') return;
    if (fault?.kind === 'reorder') {
      this.heldBack = deliver;
      return;
    }
    const held = this.heldBack;
    this.heldBack = null;
    this.track(async () => {
      if (fault?.kind === 'delay') await this.pause(fault.ms ?? 1_000);
      await deliver();
      if (fault?.kind === 'duplicate') await deliver();
      await held?.();
    });
  }

  private track(work: () => Promise<void>): void {
    const promise: Promise<void> = work().finally(() => this.underWay.delete(promise));
    this.underWay.add(promise);
  }

  private async deliver(channel: Channel, state: Push['state'], number: number): Promise<void> {
    for (let attempt = 0; attempt <= RETRIES && !this.ended.signal.aborted; attempt += 1) {
      const status = await this.send(channel, state, number);
      this.pushes.push({ channel: channel.id, state, number, status });
      if (this.pushes.length > PUSHES_KEPT) this.pushes.shift();
      if (status === null || status < 500) return;
      if (attempt < RETRIES) await this.pause(this.retryMs * 4 ** attempt);
    }
  }

  private async send(channel: Channel, state: Push['state'], number: number): Promise<number | null> {
    try {
      const answer = await fetch(channel.address, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([this.ended.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]),
        headers: {
          'x-goog-channel-id': channel.id,
          ...(channel.token === undefined ? {} : { 'x-goog-channel-token': channel.token }),
          'x-goog-channel-expiration': new Date(channel.expiresAt).toUTCString(),
          'x-goog-resource-id': channel.resourceId,
          'x-goog-resource-uri': resourceUri(channel),
          'x-goog-resource-state': state,
          'x-goog-message-number': String(number),
          'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
        },
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.ended.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function resourceUri({ calendarId }: Channel): string {
  return `https://www.googleapis.com/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events?alt=json`;
}

function readAddress(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) throw required('Missing address.');
  const { protocol, hostname } = new URL(address);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
  if (!isAllowed) throw new GoogleError(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
  return address;
}
