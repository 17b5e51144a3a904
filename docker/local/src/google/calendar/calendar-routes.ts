import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from '../../http/answers';
import type { GoogleStore } from '../google-store';
import { scopeName } from '../scopes';
import type { AccountCalendars, Json, StoredCalendar, StoredEvent } from './calendar-store';
import { listCalendars, listEntry } from './calendar-list';
import { isoAt, isZone, readBound } from './event-time';
import { busyTimes, listEvents } from './event-lists';
import { resourceOf } from './event-resource';
import type { GoogleCalendar } from './google-calendar';
import { GoogleError, invalid, notFound, required } from './google-error';
import { selected } from './partial-response';

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One request, with who asks and what the token may do. */
interface Call {
  google: GoogleCalendar;
  method: string;
  owner: AccountCalendars;
  scopes: string[];
  parameters: URLSearchParams;
  body: Json;
  ifMatch: string | undefined;
}

/** Any of these opens a door; `calendar` opens all. */
const DOORS = {
  list: ['calendar.calendarlist.readonly', 'calendar.calendarlist', 'calendar.readonly'],
  readCalendar: ['calendar.calendars', 'calendar.calendars.readonly', 'calendar.app.created', 'calendar.readonly'],
  writeCalendar: ['calendar.calendars', 'calendar.app.created'],
  readEvents: ['calendar.events', 'calendar.events.readonly', 'calendar.events.owned', 'calendar.events.owned.readonly', 'calendar.events.freebusy', 'calendar.app.created', 'calendar.readonly'],
  writeEvents: ['calendar.events', 'calendar.events.owned', 'calendar.app.created'],
  freeBusy: ['calendar.freebusy', 'calendar.events.freebusy', 'calendar.readonly'],
};
/** Google writes of no limit, and refuses more than 90 days. */
const FREE_BUSY_AT_MOST_MS = 90 * 86_400_000;
type Door = keyof typeof DOORS;

/** `/dev/google/calendar/v3`: Calendar v3 as Google's own client library uses it. */
export function calendarRoutes(google: GoogleCalendar, store: GoogleStore): RequestHandler {
  return async (request, response, url) => {
    const found = await answer(google, store, request, url).catch((error: unknown): Answer => {
      if (!(error instanceof GoogleError)) throw error;
      return { status: error.status, body: error.body, headers: error.where.headers ?? {} };
    });
    if (!response.hasHeader('date')) response.setHeader('date', new Date(store.now()).toUTCString());
    const text = found.body === undefined ? '' : JSON.stringify(found.body);
    const described = text === '' ? {} : { 'content-type': 'application/json; charset=UTF-8', 'content-length': String(Buffer.byteLength(text)) };
    response.writeHead(found.status, { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', ...described, ...found.headers });
    response.end(text);
  };
}

async function answer(google: GoogleCalendar, store: GoogleStore, request: IncomingMessage, url: URL): Promise<Answer> {
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  google.remember({ method, path: url.pathname.replace('/dev/google/calendar/v3', ''), query: Object.fromEntries(url.searchParams), body });
  const bearer = store.bearer(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  if (bearer === null) throw unauthenticated();
  const call: Call = {
    google,
    method,
    owner: google.store.of(bearer.account),
    scopes: bearer.scope.split(' ').map(scopeName),
    parameters: url.searchParams,
    body,
    ifMatch: request.headers['if-match'],
  };
  const path = url.pathname.split('/').slice(5).map(decodePart);
  const result = route(call, path);
  if (result.status >= 300 || result.body === undefined) return result;
  const none = request.headers['if-none-match'];
  if (method === 'GET' && none !== undefined && none === (result.body as Json).etag) return { status: 304 };
  return { ...result, body: selected(result.body, url.searchParams.get('fields')) };
}

function route(call: Call, [area = '', first = '', second = '', third = '', fourth = '']: string[]): Answer {
  const { method, google } = call;
  if (area === 'users' && first === 'me' && second === 'calendarList' && method === 'GET') {
    need(call, 'list');
    return { status: 200, body: third === '' ? listCalendars(google.store, call.owner, call.parameters) : listEntry(google.store.calendar(call.owner, third)) };
  }
  if (area === 'calendars' && first === '' && method === 'POST') return addCalendar(call);
  if (area === 'calendars' && first !== '' && second === '') return oneCalendar(call, google.store.calendar(call.owner, first));
  if (area === 'calendars' && second === 'events') return events(call, first, third, fourth);
  if (area === 'freeBusy' && first === '' && method === 'POST') return freeBusy(call);
  if (area === 'channels' && first === 'stop' && method === 'POST') {
    google.channels.stop(call.owner, call.body);
    return { status: 204 };
  }
  throw notFound();
}

function addCalendar(call: Call): Answer {
  need(call, 'writeCalendar');
  const { summary, timeZone } = call.body;
  if (typeof summary !== 'string' || summary === '') throw required('Missing title.');
  if (timeZone !== undefined && !isZone(timeZone)) throw invalid('Invalid time zone.');
  const calendar = call.google.store.addCalendar(call.owner, { summary, isOfApp: true, ...(timeZone === undefined ? {} : { timeZone }) });
  return { status: 200, body: calendarResource(calendar) };
}

function oneCalendar(call: Call, calendar: StoredCalendar): Answer {
  if (call.method === 'GET') {
    need(call, 'readCalendar', calendar);
    return { status: 200, body: calendarResource(calendar) };
  }
  if (call.method !== 'DELETE') throw notFound();
  need(call, 'writeCalendar', calendar);
  if (calendar.isPrimary) throw new GoogleError(400, 'invalid', 'Cannot delete the primary calendar.');
  call.google.store.removeCalendar(call.owner, calendar);
  return { status: 204 };
}

function calendarResource({ id, summary, timeZone }: StoredCalendar): Json {
  return { kind: 'calendar#calendar', etag: '"0"', id, summary, timeZone, conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] } };
}

function events(call: Call, calendarId: string, id: string, rest: string): Answer {
  const { google, method, owner, parameters, body, ifMatch } = call;
  const isRead = method === 'GET' || (method === 'POST' && id === 'watch');
  need(call, isRead ? 'readEvents' : 'writeEvents');
  const calendar = google.store.calendar(owner, calendarId);
  need(call, isRead ? 'readEvents' : 'writeEvents', calendar);
  const place = { owner, calendar };
  const options = { conferences: parameters.get('conferenceDataVersion') === '1', ifMatch };
  const one = (event: StoredEvent): Answer => ({ status: 200, body: shown(call, calendar, event, true), headers: { etag: event.etag } });
  checkSendUpdates(parameters);
  if (method === 'GET' && id === '') return { status: 200, body: list(call, calendar, null) };
  if (method === 'GET' && rest === 'instances') return { status: 200, body: list(call, calendar, id) };
  if (method === 'GET' && rest === '') return one(google.events.read(place, id));
  if (method === 'POST' && id === 'watch') return { status: 200, body: google.channels.watch(owner, calendar, body) };
  if (method === 'POST' && id === '') return one(google.events.insert(place, body, options));
  if (method === 'PATCH' && rest === '') return one(google.events.patch(place, id, body, options));
  if (method === 'PUT' && rest === '') return one(google.events.update(place, id, body, options));
  if (method !== 'DELETE' || id === '' || rest !== '') throw notFound();
  google.events.delete(place, id, ifMatch);
  return { status: 204 };
}

function list(call: Call, calendar: StoredCalendar, seriesId: string | null): Json {
  const { google, owner, parameters } = call;
  if (seriesId !== null && !calendar.events.has(seriesId)) throw notFound();
  const { events: found, ...tokens } = listEvents(google.store, owner, calendar, parameters, seriesId);
  for (const event of found) google.events.countRead({ owner, calendar }, event);
  const { summary, timeZone, accessRole } = calendar;
  return {
    kind: 'calendar#events',
    etag: `"p${calendar.changes}"`,
    summary,
    updated: new Date(google.store.now()).toISOString(),
    timeZone,
    accessRole,
    defaultReminders: [],
    ...tokens,
    items: found.map((event) => shown(call, calendar, event, false)),
  };
}

function shown(call: Call, calendar: StoredCalendar, event: StoredEvent, isWhole: boolean): Json {
  const timesOnly = !DOORS.readEvents.some((name) => name !== 'calendar.events.freebusy' && permits(call.scopes, name, calendar));
  return resourceOf(event, call.owner, calendar, { page: call.google.eventPage, timesOnly: timesOnly && !call.scopes.includes('calendar'), isWhole });
}

function freeBusy(call: Call): Answer {
  need(call, 'freeBusy');
  const { timeMin, timeMax, items, timeZone } = call.body as { timeMin?: string; timeMax?: string; items?: { id?: unknown }[]; timeZone?: string };
  const min = readBound(timeMin ?? null, 'timeMin');
  const max = readBound(timeMax ?? null, 'timeMax');
  if (min === undefined || max === undefined) throw required('Missing timeMin or timeMax parameter.');
  if (min >= max) throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  if (max - min > FREE_BUSY_AT_MOST_MS) throw new GoogleError(400, 'timeRangeTooLong', 'The requested time range is too long.', { domain: 'calendar' });
  const zone = timeZone ?? 'UTC';
  if (!isZone(zone)) throw invalid('Invalid time zone.');
  const asked = (Array.isArray(items) ? items : []).map(({ id }) => String(id));
  const calendars = asked.map((id, index) => {
    if (index >= 50) return [id, failed('tooManyCalendarsRequested')] as const;
    try {
      const calendar = call.google.store.calendar(call.owner, id);
      const busy = busyTimes(call.owner, calendar, min, max).map(({ start, end }) => ({ start: isoAt(start, zone), end: isoAt(end, zone) }));
      return [id, { busy }] as const;
    } catch {
      return [id, failed('notFound')] as const;
    }
  });
  return { status: 200, body: { kind: 'calendar#freeBusy', timeMin: isoAt(min, zone), timeMax: isoAt(max, zone), calendars: Object.fromEntries(calendars) } };
}

function failed(reason: string): Json {
  return { errors: [{ domain: 'global', reason }], busy: [] };
}

/** Without a calendar: whether the token may come here at all. */
function need({ scopes }: Call, door: Door, calendar?: StoredCalendar): void {
  const names = ['calendar', ...DOORS[door]];
  if (!names.some((name) => scopes.includes(name))) throw insufficient(DOORS[door]);
  if (calendar !== undefined && !names.some((name) => permits(scopes, name, calendar))) throw new GoogleError(403, 'forbidden', 'Forbidden');
}

function permits(scopes: string[], name: string, calendar: StoredCalendar): boolean {
  if (!scopes.includes(name)) return false;
  if (name.startsWith('calendar.events.owned')) return calendar.accessRole === 'owner';
  return name !== 'calendar.app.created' || calendar.isOfApp;
}

function checkSendUpdates(parameters: URLSearchParams): void {
  const asked = parameters.get('sendUpdates');
  if (asked !== null && !['all', 'externalOnly', 'none'].includes(asked)) throw invalid(`Invalid value for: ${asked}`, 'sendUpdates');
}

function unauthenticated(): GoogleError {
  return new GoogleError(401, 'authError', 'Invalid Credentials', {
    location: 'Authorization',
    locationType: 'header',
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  });
}

function insufficient(names: string[]): GoogleError {
  const scopes = names.map((name) => `https://www.googleapis.com/auth/${name}`).join(' ');
  return new GoogleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    headers: { 'www-authenticate': `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${scopes}"` },
  });
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > 2_000_000) throw new GoogleError(413, 'uploadTooLarge', 'Request entity too large');
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') return {};
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json;
  } catch {
    // Said below.
  }
  throw new GoogleError(400, 'parseError', 'Parse Error');
}
