import { Injectable } from '@nestjs/common';
import type { auth, calendar_v3 } from 'googleapis/build/src/apis/calendar';
import type { MethodOptions } from 'googleapis-common';
import { traced } from '../../common/tracing/tracing';
import { AppConfig } from '../../config/app-config';
import { boundedFetch } from './bounded-fetch';
import { allowedBy, Consent, ConsentRequest, GoogleAccess, scopesFor } from './calendar-consent';
import { GoogleFailure, googleFailure } from './google-failure';
import { identityIn } from './google-identity';

type OAuth2Client = InstanceType<typeof auth.OAuth2>;
type Library = typeof import('googleapis/build/src/apis/calendar');

const PER_PAGE = 2_500;
const TIMEOUT_MS = 15_000;
/** A page of events is some megabytes. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;
/** Of 250 calendars each. */
const MOST_LIST_PAGES = 20;
const MOST_CLIENTS = 500;
const RETURN_PATH = '/api/auth/google/calendar/callback';

export interface GoogleCalendarEntry {
  /** Google's id, which may be a mail address. */
  id: string;
  name: string;
  /** IANA. */
  timezone: string;
  primary: boolean;
  /** Events can be added. */
  writable: boolean;
}

export interface EventPage {
  events: calendar_v3.Schema$Event[];
  /** The calendar's zone, in which days without a time begin; null where Google does not say. */
  timezone: string | null;
  /** The next page; null: this is the last one. */
  nextPage: string | null;
  /** Where the next list of changes begins; on the last page alone. */
  syncToken: string | null;
}

/** What to list: changes since a token, or everything that ends after `from` and begins before `to`. */
export type EventList = { page: string | null } & ({ syncToken: string } | { from: Date; to: Date });

export interface WatchRequest {
  /** A UUID that no channel had before. */
  channelId: string;
  secret: string;
  /** https, or a loopback stand-in's. */
  address: string;
  ttlSeconds: number;
}

export interface Channel {
  channelId: string;
  /** Google's name for what is watched. */
  resource: string;
  endsAt: Date;
}

interface RequestOptions {
  /** Milliseconds; 15 s by default. */
  timeoutMs?: number;
}

/**
 * A person's calendars at Google, through Google's own client library, which is loaded with the first question. Nothing is tried again here.
 * Every method @throws GoogleFailure
 */
@Injectable()
export class GoogleCalendar {
  /** By refresh token: each keeps the access token that it has. */
  private readonly clients = new Map<string, OAuth2Client>();
  /** Of each request. */
  private readonly options: MethodOptions;
  private loading: Promise<Pick<Library, 'auth' | 'calendar_v3'>> | undefined;

  constructor(private readonly config: AppConfig) {
    const { calendarUrl } = config.google;
    this.options = { timeout: TIMEOUT_MS, retry: false, redirect: 'error', ...(calendarUrl !== undefined && { rootUrl: calendarUrl }) };
  }

  /** Whether this installation is known to Google. */
  get isConfigured(): boolean {
    return this.config.google.clientId !== undefined;
  }

  /** For whoever has little time for a question: what takes long the first time is done then. */
  async prepare(): Promise<void> {
    await this.library();
  }

  /** Where a person is asked for their consent. */
  async consentUrl({ asked, state, codeChallenge, hint }: ConsentRequest): Promise<string> {
    const client = await this.newClient();
    return client.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: scopesFor(asked),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256' as never,
      ...(hint !== undefined && { login_hint: hint, include_granted_scopes: true }),
    });
  }

  /**
   * Redeems the code of a consent. One that does not serve is not given back: that would end every earlier consent of the same person, too.
   * @throws GoogleFailure unidentified when Google does not say whose account it is
   */
  async redeem(code: string, codeVerifier: string): Promise<Consent> {
    const client = await this.newClient();
    const { tokens } = await this.asked('getToken', () => client.getToken({ code, codeVerifier }));
    const { refresh_token: refreshToken, id_token: idToken, scope = '' } = tokens;
    if (!refreshToken) throw new GoogleFailure('refused');
    const account = identityIn(idToken, this.config.google.clientId ?? '');
    client.setCredentials(tokens);
    this.keep(refreshToken, client);
    return { refreshToken, account, ...allowedBy(scope) };
  }

  /** Gives a consent back. One that Google does not know any more is no failure. */
  async revoke({ refreshToken }: GoogleAccess): Promise<void> {
    const client = await this.newClient();
    this.clients.delete(refreshToken);
    await this.asked('revokeToken', () => client.revokeToken(refreshToken)).catch((error: GoogleFailure) => {
      if (error.kind !== 'refused' && error.kind !== 'revoked') throw error;
    });
  }

  /** The account's calendars, the main one first. */
  async listCalendars(access: GoogleAccess): Promise<GoogleCalendarEntry[]> {
    const api = await this.api(access);
    const found: GoogleCalendarEntry[] = [];
    let pageToken: string | undefined;
    let pages = 0;
    do {
      if ((pages += 1) > MOST_LIST_PAGES) throw new GoogleFailure('unreachable');
      const page = await this.asked('listCalendars', () => api.calendarList.list({ maxResults: 250, showHidden: true, ...(pageToken && { pageToken }) }, this.options));
      found.push(...(page.data.items ?? []).flatMap(entryOf));
      pageToken = page.data.nextPageToken ?? undefined;
    } while (pageToken);
    return found.sort((one, other) => Number(other.primary) - Number(one.primary));
  }

  /** What stands for the main calendar where the list may not be read: its id is the account's address. Its name is its owner's to choose. */
  async mainCalendar(access: GoogleAccess, address: string): Promise<GoogleCalendarEntry> {
    const api = await this.api(access);
    const { data } = await this.asked('mainCalendar', () => api.events.list({ calendarId: 'primary', maxResults: 1, fields: 'summary,timeZone' }, this.options));
    return { id: address, name: data.summary || address, timezone: data.timeZone ?? 'UTC', primary: true, writable: true };
  }

  /** One page of events, recurring ones as their single events; deleted ones are told as such where a token is given. */
  async listEvents(access: GoogleAccess, calendar: string, list: EventList): Promise<EventPage> {
    const api = await this.api(access);
    const since = 'syncToken' in list ? { syncToken: list.syncToken } : { timeMin: list.from.toISOString(), timeMax: list.to.toISOString() };
    const { data } = await this.asked('listEvents', () =>
      api.events.list({ calendarId: calendar, singleEvents: true, maxResults: PER_PAGE, fields: LISTED, ...since, ...(list.page !== null && { pageToken: list.page }) }, this.options),
    );
    return { events: data.items ?? [], timezone: data.timeZone ?? null, nextPage: data.nextPageToken ?? null, syncToken: data.nextSyncToken ?? null };
  }

  /** @throws GoogleFailure exists when an event has this id, deleted or not */
  async insertEvent(access: GoogleAccess, calendar: string, event: calendar_v3.Schema$Event): Promise<calendar_v3.Schema$Event> {
    const api = await this.api(access);
    return (await this.asked('insertEvent', () => api.events.insert({ calendarId: calendar, requestBody: event, conferenceDataVersion: 1, sendUpdates: 'none' }, this.options))).data;
  }

  /** Also one that was deleted. @throws GoogleFailure not_found */
  async getEvent(access: GoogleAccess, calendar: string, eventId: string): Promise<calendar_v3.Schema$Event> {
    const api = await this.api(access);
    return (await this.asked('getEvent', () => api.events.get({ calendarId: calendar, eventId }, this.options))).data;
  }

  /** Changes the given fields; a deleted event stands again with `status: 'confirmed'`. @param etag only while it is as it was read. @throws GoogleFailure changed; not_found; gone */
  async patchEvent(access: GoogleAccess, calendar: string, eventId: string, event: calendar_v3.Schema$Event, etag?: string): Promise<calendar_v3.Schema$Event> {
    const api = await this.api(access);
    const options = etag === undefined ? this.options : { ...this.options, headers: { 'If-Match': etag } };
    return (await this.asked('patchEvent', () => api.events.patch({ calendarId: calendar, eventId, requestBody: event, conferenceDataVersion: 1, sendUpdates: 'none' }, options))).data;
  }

  /** One that is not there is no failure. */
  async deleteEvent(access: GoogleAccess, calendar: string, eventId: string): Promise<void> {
    const api = await this.api(access);
    await this.asked('deleteEvent', () => api.events.delete({ calendarId: calendar, eventId, sendUpdates: 'none' }, this.options)).catch((error: GoogleFailure) => {
      if (error.kind !== 'gone' && error.kind !== 'not_found') throw error;
    });
  }

  /** Busy time between two instants, of all these calendars together, sorted. Calendars that Google cannot tell of are named in `unknown`. */
  async freeBusy(access: GoogleAccess, calendars: readonly string[], from: Date, to: Date, { timeoutMs }: RequestOptions = {}): Promise<{ busy: { startsAt: Date; endsAt: Date }[]; unknown: string[] }> {
    const api = await this.api(access);
    const requestBody = { timeMin: from.toISOString(), timeMax: to.toISOString(), items: calendars.map((id) => ({ id })) };
    const { data } = await this.asked('freeBusy', () => api.freebusy.query({ requestBody }, timeoutMs === undefined ? this.options : { ...this.options, timeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) }));
    const told = calendars.map((id) => [id, data.calendars?.[id]] as const);
    const busy = told.flatMap(([, calendar]) => calendar?.busy ?? []).map(({ start, end }) => ({ startsAt: new Date(start ?? NaN), endsAt: new Date(end ?? NaN) }));
    if (busy.some(({ startsAt, endsAt }) => !(startsAt < endsAt))) throw new GoogleFailure('unreachable');
    return {
      busy: busy.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime()),
      unknown: told.filter(([, calendar]) => !calendar || (calendar.errors?.length ?? 0) > 0).map(([id]) => id),
    };
  }

  /** Asks Google to tell of changes. */
  async watch(access: GoogleAccess, calendar: string, { channelId, secret, address, ttlSeconds }: WatchRequest): Promise<Channel> {
    const api = await this.api(access);
    const requestBody = { id: channelId, token: secret, type: 'web_hook', address, params: { ttl: String(ttlSeconds) } };
    const { data } = await this.asked('watch', () => api.events.watch({ calendarId: calendar, requestBody }, this.options));
    const endsAt = new Date(Number(data.expiration ?? NaN));
    if (!data.resourceId || Number.isNaN(endsAt.getTime())) throw new GoogleFailure('unreachable');
    return { channelId, resource: data.resourceId, endsAt };
  }

  /** A channel that is over is no failure. */
  async stopWatching(access: GoogleAccess, { channelId, resource }: Pick<Channel, 'channelId' | 'resource'>): Promise<void> {
    const api = await this.api(access);
    await this.asked('stopWatching', () => api.channels.stop({ requestBody: { id: channelId, resourceId: resource } }, this.options)).catch((error: GoogleFailure) => {
      if (error.kind !== 'not_found') throw error;
    });
  }

  private async api({ refreshToken }: GoogleAccess): Promise<calendar_v3.Calendar> {
    const { calendar_v3: library } = await this.library();
    let auth = this.clients.get(refreshToken);
    if (!auth) {
      auth = await this.newClient();
      auth.setCredentials({ refresh_token: refreshToken });
      this.keep(refreshToken, auth);
    }
    return new library.Calendar({ auth });
  }

  private async newClient(): Promise<OAuth2Client> {
    const { auth: library } = await this.library();
    const { clientId, clientSecret, authUrl, tokenUrl, revokeUrl } = this.config.google;
    if (clientId === undefined || clientSecret === undefined) throw new GoogleFailure('refused');
    const client = new library.OAuth2({
      clientId,
      clientSecret,
      redirectUri: `${this.config.publicUrl}${RETURN_PATH}`,
      // A token that Google refuses although its time is not over: our clock may be wrong.
      forceRefreshOnFailure: true,
      endpoints: {
        ...(authUrl !== undefined && { oauth2AuthBaseUrl: authUrl }),
        ...(tokenUrl !== undefined && { oauth2TokenUrl: tokenUrl }),
        ...(revokeUrl !== undefined && { oauth2RevokeUrl: revokeUrl }),
      },
      transporterOptions: { timeout: TIMEOUT_MS, fetchImplementation: boundedFetch({ withinMs: TIMEOUT_MS, mostBytes: MOST_ANSWER_BYTES }) },
    });
    // For tokens the library asks three times, each with all its time, whatever its transporter is told.
    client.transporter.interceptors.request.add({ resolved: (request) => Promise.resolve(Object.assign(request, { retry: false, retryConfig: undefined })) });
    return client;
  }

  private keep(refreshToken: string, client: OAuth2Client): void {
    this.clients.set(refreshToken, client);
    const [oldest] = this.clients.keys();
    if (this.clients.size > MOST_CLIENTS && oldest !== undefined) this.clients.delete(oldest);
  }

  private async asked<T>(operation: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await traced('google', operation, ask);
    } catch (error) {
      throw googleFailure(error);
    }
  }

  private library(): Promise<Pick<Library, 'auth' | 'calendar_v3'>> {
    // The calendar's part alone: the whole package takes a second.
    this.loading ??= import('googleapis/build/src/apis/calendar/index.js');
    return this.loading;
  }
}

/** No title, place or guest: what is not asked for cannot be kept. */
const LISTED = 'timeZone,nextPageToken,nextSyncToken,items(id,status,start,end,recurringEventId,originalStartTime,transparency,eventType,etag,updated,attendees(self,responseStatus),extendedProperties/private)';

/** A calendar without an id, or one that shows only whether its person is free, is none to read. */
function entryOf({ id, summary, summaryOverride, timeZone, primary, accessRole, deleted }: calendar_v3.Schema$CalendarListEntry): GoogleCalendarEntry[] {
  if (!id || deleted || accessRole === 'freeBusyReader') return [];
  return [{ id, name: summaryOverride ?? summary ?? id, timezone: timeZone ?? 'UTC', primary: primary ?? false, writable: accessRole === 'owner' || accessRole === 'writer' }];
}
