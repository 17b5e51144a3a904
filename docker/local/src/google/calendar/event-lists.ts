import type { AccountCalendars, CalendarStore, Json, StoredCalendar, StoredEvent } from './calendar-store';
import { instanceEvent, instanceId } from './calendar-events';
import { readBound } from './event-time';
import { fullSyncRequired, GoogleError, invalid } from './google-error';
import { instancesOf, type Shape } from './recurrence';

/** What a list asks for. */
interface Query {
  single: boolean;
  showDeleted: boolean;
  orderBy: 'startTime' | 'updated' | null;
  min: number;
  max: number;
  updatedMin: number | undefined;
  text: string | null;
  uid: string | null;
  kinds: string[];
  properties: { kind: 'private' | 'shared'; name: string; value: string }[];
  seriesId: string | null;
}

type Key = [number, number, string];
interface Item {
  event: StoredEvent;
  key: Key;
}

interface SyncToken {
  kind: 'sync';
  calendar: string;
  epoch: number;
  change: number;
  at: number;
  min: number | null;
  max: number | null;
}

interface PageToken {
  kind: 'page';
  query: string;
  change: number;
  after: Key;
}

export interface EventPage {
  events: StoredEvent[];
  nextPageToken?: string;
  nextSyncToken?: string;
}

const HORIZON_MS = 2 * 366 * 86_400_000;
const SYNC_TOKEN_LIVES_MS = 28 * 86_400_000;
/** What a sync token cannot be asked together with. */
const NOT_WITH_SYNC = ['iCalUID', 'orderBy', 'privateExtendedProperty', 'q', 'sharedExtendedProperty', 'timeMin', 'timeMax', 'updatedMin'];
/** A list narrowed by one of these gives no token to go on from. */
const NO_SYNC_AFTER = NOT_WITH_SYNC.filter((name) => name !== 'timeMin' && name !== 'timeMax');

/** One page of a calendar's events: all of them, or what changed since a sync token. */
export function listEvents(store: CalendarStore, owner: AccountCalendars, calendar: StoredCalendar, parameters: URLSearchParams, seriesId: string | null = null): EventPage {
  const since = readSyncToken(store, owner, calendar, parameters);
  const query = readQuery(parameters, since, seriesId);
  const asked = questionOf(calendar, parameters, seriesId);
  const pageToken = parameters.get('pageToken');
  const page = pageToken === null ? null : (store.open(owner, pageToken) as PageToken | null);
  if (pageToken !== null && (page?.kind !== 'page' || page.query !== asked)) throw invalid('Invalid page token value.', 'pageToken');
  const items = itemsFor(calendar, query, since, asked, store.now());
  const size = pageSize(parameters);
  const begin = page === null ? 0 : items.findIndex((item) => compare(item.key, page.after) > 0);
  const shown = begin < 0 ? [] : items.slice(begin, begin + size);
  // What happens while pages are read is told by the next sync.
  const change = page?.change ?? calendar.changes;
  const last = shown.at(-1);
  const events = shown.map((item) => item.event);
  if (last !== undefined && begin + size < items.length) return { events, nextPageToken: store.seal(owner, { kind: 'page', query: asked, change, after: last.key } satisfies PageToken) };
  if (seriesId !== null || NO_SYNC_AFTER.some((name) => parameters.has(name))) return { events };
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const token: SyncToken = { kind: 'sync', calendar: calendar.id, epoch: owner.epoch, change, at: store.now(), min: finite(query.min), max: finite(query.max) };
  return { events, nextSyncToken: store.seal(owner, token) };
}

/** The last list of a calendar, for the pages that are still to come. */
const lastLists = new WeakMap<StoredCalendar, { asked: string; change: number; at: number; items: Item[] }>();

function itemsFor(calendar: StoredCalendar, query: Query, since: SyncToken | null, asked: string, at: number): Item[] {
  const last = lastLists.get(calendar);
  if (last?.asked === asked && last.change === calendar.changes && Math.abs(at - last.at) < 60_000) return last.items;
  const horizon = at + HORIZON_MS;
  const items = since === null ? everything(calendar, query, horizon) : changesSince(calendar, query, since.change, horizon);
  items.sort((left, right) => compare(left.key, right.key));
  lastLists.set(calendar, { asked, change: calendar.changes, at, items });
  return items;
}

function readSyncToken(store: CalendarStore, owner: AccountCalendars, calendar: StoredCalendar, parameters: URLSearchParams): SyncToken | null {
  const given = parameters.get('syncToken');
  if (given === null) return null;
  const clash = NOT_WITH_SYNC.find((name) => parameters.has(name));
  if (clash !== undefined) throw invalid(`Sync token cannot be used with ${clash}.`, clash);
  if (parameters.get('showDeleted') === 'false') throw invalid('Sync token cannot be used without deleted events.', 'showDeleted');
  const token = store.open(owner, given) as SyncToken | null;
  const isGood = token?.kind === 'sync' && token.calendar === calendar.id && token.epoch === owner.epoch && token.at + SYNC_TOKEN_LIVES_MS > store.now();
  if (!isGood) throw fullSyncRequired();
  return token;
}

/** Every page has to be asked for with the words of the first. */
function questionOf(calendar: StoredCalendar, parameters: URLSearchParams, seriesId: string | null): string {
  const kept = [...parameters].filter(([name]) => !['pageToken', 'maxResults', 'fields', 'alt', 'prettyPrint'].includes(name));
  return JSON.stringify([calendar.id, seriesId, kept.sort()]);
}

function readQuery(parameters: URLSearchParams, since: SyncToken | null, seriesId: string | null): Query {
  const single = seriesId !== null || isTrue(parameters, 'singleEvents');
  const orderBy = parameters.get('orderBy');
  if (orderBy !== null && orderBy !== 'startTime' && orderBy !== 'updated') throw invalid(`Invalid value for: ${orderBy}`, 'orderBy');
  if (orderBy === 'startTime' && !single) throw new GoogleError(400, 'invalid', 'The requested ordering is not available for the particular query.', { location: 'orderBy', locationType: 'parameter' });
  const min = readBound(parameters.get('timeMin'), 'timeMin') ?? since?.min ?? -Infinity;
  const max = readBound(parameters.get('timeMax'), 'timeMax') ?? since?.max ?? Infinity;
  if (min >= max) throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar', location: 'timeMax', locationType: 'parameter' });
  return {
    single,
    showDeleted: isTrue(parameters, 'showDeleted'),
    orderBy,
    min,
    max,
    updatedMin: readBound(parameters.get('updatedMin'), 'updatedMin'),
    text: parameters.get('q')?.toLowerCase() ?? null,
    uid: parameters.get('iCalUID'),
    kinds: parameters.getAll('eventTypes'),
    properties: (['private', 'shared'] as const).flatMap((kind) => parameters.getAll(`${kind}ExtendedProperty`).map((text) => readProperty(kind, text))),
    seriesId,
  };
}

function readProperty(kind: 'private' | 'shared', text: string): Query['properties'][number] {
  const at = text.indexOf('=');
  if (at < 1) throw invalid('Invalid extended property filter.', `${kind}ExtendedProperty`);
  return { kind, name: text.slice(0, at), value: text.slice(at + 1) };
}

function isTrue(parameters: URLSearchParams, name: string): boolean {
  const value = parameters.get(name);
  if (value !== null && value !== 'true' && value !== 'false') throw invalid(`Invalid boolean value: '${value}'.`, name);
  return value === 'true';
}

export function pageSize(parameters: URLSearchParams, most = 2_500, normally = 250): number {
  const given = parameters.get('maxResults');
  if (given === null) return normally;
  if (!/^\d+$/.test(given) || Number(given) < 1) throw invalid(`Invalid integer value: '${given}'.`, 'maxResults');
  return Math.min(Number(given), most);
}

function everything(calendar: StoredCalendar, query: Query, horizon: number): Item[] {
  return [...calendar.events.values()].flatMap((event) => {
    if (query.seriesId !== null && event.id !== query.seriesId && event.recurringEventId !== query.seriesId) return [];
    const isGone = event.status === 'cancelled';
    // Deleted ones count among what was updated; an instance that is missing belongs to its series as it stands.
    const showsGone = query.showDeleted || query.updatedMin !== undefined || (event.recurringEventId !== undefined && !query.single && calendar.events.get(event.recurringEventId)?.status !== 'cancelled');
    if (isGone && !showsGone) return [];
    const parts = event.recurrence === undefined ? [event] : !query.single ? [event].filter((series) => series.status === 'cancelled' || takesPlace(calendar, series, query)) : isGone ? [] : expanded(calendar, event, query, horizon);
    return parts.filter((part) => matches(part, query) && (part.recurrence !== undefined || isWithin(part, query))).map((part) => itemOf(part, event, query));
  });
}

/** What is told after a change: the event as it is now, and of a series also the instances it lost. */
function changesSince(calendar: StoredCalendar, query: Query, change: number, horizon: number): Item[] {
  return [...calendar.events.values()]
    .filter((event) => event.changedAt > change)
    .flatMap((event) => {
      if (event.recurrence === undefined || !query.single) return [itemOf(event, event, query)];
      const now = event.status === 'cancelled' ? [] : expanded(calendar, event, query, horizon);
      const before = event.madeAt > change ? undefined : event.past?.find((past) => past.endedAt > change)?.shape;
      const ids = new Set(now.map((part) => part.id));
      const gone = before === undefined ? [] : instancesWithin(calendar, before, query, horizon).map((instance) => instanceEvent(event, instance));
      return [...now, ...gone.filter(({ id }) => !ids.has(id) && !calendar.events.has(id)).map((part) => ({ ...part, status: 'cancelled' as const }))].map((part) => itemOf(part, event, query));
    })
    .filter(({ event }) => event.status === 'cancelled' || matches(event, query));
}

function instancesWithin(calendar: StoredCalendar, shape: Shape, query: Query, horizon: number): ReturnType<typeof instancesOf> {
  return instancesOf(shape, calendar.timeZone, query.min, Number.isFinite(query.max) ? query.max : horizon);
}

function expanded(calendar: StoredCalendar, series: StoredEvent, query: Query, horizon: number): StoredEvent[] {
  const { start, end, recurrence = [] } = series;
  return instancesWithin(calendar, { start, end, recurrence }, query, horizon)
    .filter((instance) => !calendar.events.has(instanceId(series.id, instance.start)))
    .map((instance) => instanceEvent(series, instance));
}

function takesPlace(calendar: StoredCalendar, { start, end, recurrence = [] }: StoredEvent, { min, max }: Query): boolean {
  if (min === -Infinity && max === Infinity) return true;
  return instancesOf({ start, end, recurrence }, calendar.timeZone, min, Number.isFinite(max) ? max : Math.max(min, Date.parse(start.dateTime ?? start.date ?? '')) + HORIZON_MS).length > 0;
}

function isWithin({ startMs, endMs }: StoredEvent, { min, max }: Query): boolean {
  return (endMs > min || (startMs === endMs && startMs >= min)) && startMs < max;
}

function matches(event: StoredEvent, { kinds, properties, text, uid, updatedMin }: Query): boolean {
  const { fields } = event;
  if (kinds.length > 0 && !kinds.includes(String(fields.eventType ?? 'default'))) return false;
  if (updatedMin !== undefined && Date.parse(event.updated) < updatedMin) return false;
  if (uid !== null && uid !== `${event.recurringEventId ?? event.id}@google.com`) return false;
  const extended = (fields.extendedProperties ?? {}) as Record<string, Json | undefined>;
  if (!properties.every(({ kind, name, value }) => extended[kind]?.[name] === value)) return false;
  return text === null || [fields.summary, fields.description, fields.location].some((words) => String(words ?? '').toLowerCase().includes(text));
}

function itemOf(event: StoredEvent, stored: StoredEvent, { orderBy }: Query): Item {
  if (orderBy === 'startTime') return { event, key: [event.startMs, 0, event.id] };
  if (orderBy === 'updated') return { event, key: [Date.parse(event.updated), stored.madeAt, event.id] };
  return { event, key: [stored.madeAt, event.startMs, event.id] };
}

function compare(left: Key, right: Key): number {
  return left[0] - right[0] || left[1] - right[1] || (left[2] < right[2] ? -1 : left[2] > right[2] ? 1 : 0);
}

/** When a calendar is taken, joined where it touches: neither what is marked as free nor what its owner declined. */
export function busyTimes(owner: AccountCalendars, calendar: StoredCalendar, min: number, max: number): { start: number; end: number }[] {
  const query = { min, max } as Query;
  const all = [...calendar.events.values()]
    .filter((event) => event.status !== 'cancelled' && isBusy(event, owner))
    .flatMap((event) => (event.recurrence === undefined ? [event] : expanded(calendar, event, query, max)))
    .map(({ startMs, endMs }) => ({ start: Math.max(startMs, min), end: Math.min(endMs, max) }))
    .filter(({ start, end }) => start < end)
    .sort((left, right) => left.start - right.start);
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of all) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

function isBusy({ fields }: StoredEvent, owner: AccountCalendars): boolean {
  const people = (fields.attendees ?? []) as Json[];
  const isDeclined = people.some((person) => String(person.email).toLowerCase() === owner.account.email && person.responseStatus === 'declined');
  return fields.transparency !== 'transparent' && fields.eventType !== 'workingLocation' && !isDeclined;
}
