import { freshEtag, type AccountCalendars, type CalendarStore, type Json, type StoredCalendar } from './calendar-store';
import { pageSize } from './event-lists';
import { fullSyncRequired, invalid } from './google-error';

interface ListToken {
  kind: 'calendars';
  epoch: number;
  change: number;
  at: number;
  /** How many were shown before, on a page that is not the last. */
  shown?: number;
  since?: number;
}

const ROLES = ['freeBusyReader', 'reader', 'writer', 'owner'];

/** One page of an account's calendars, or what changed among them since a sync token. */
export function listCalendars(store: CalendarStore, owner: AccountCalendars, parameters: URLSearchParams): Json {
  const syncToken = parameters.get('syncToken');
  const pageToken = parameters.get('pageToken');
  const role = parameters.get('minAccessRole');
  if (role !== null && syncToken !== null) throw invalid('Sync token cannot be used with minAccessRole.', 'minAccessRole');
  if (role !== null && !ROLES.includes(role)) throw invalid(`Invalid value for: ${role}`, 'minAccessRole');
  const sync = syncToken === null ? null : openToken(store, owner, syncToken);
  if (syncToken !== null && (sync === null || sync.shown !== undefined)) throw fullSyncRequired();
  const page = pageToken === null ? null : openToken(store, owner, pageToken);
  if (pageToken !== null && page?.shown === undefined) throw invalid('Invalid page token value.', 'pageToken');
  const since = page?.since ?? sync?.change ?? null;
  const there = owner.calendars
    .filter((calendar) => (since === null || calendar.listedAt > since) && (role === null || ROLES.indexOf(calendar.accessRole) >= ROLES.indexOf(role)))
    .map(listEntry);
  const gone = since === null ? [] : owner.removed.filter(({ at }) => at > since).map(({ id }) => ({ kind: 'calendar#calendarListEntry', id, deleted: true }));
  const all: Json[] = [...there, ...gone];
  const begin = page?.shown ?? 0;
  const end = begin + pageSize(parameters, 250, 100);
  const change = page?.change ?? owner.listChanges;
  const token: ListToken = { kind: 'calendars', epoch: owner.epoch, change, at: store.now() };
  const next = end < all.length ? { nextPageToken: store.seal(owner, { ...token, shown: end, ...(since === null ? {} : { since }) }) } : { nextSyncToken: store.seal(owner, token) };
  return { kind: 'calendar#calendarList', etag: freshEtag(), ...next, items: all.slice(begin, end) };
}

function openToken(store: CalendarStore, owner: AccountCalendars, text: string): ListToken | null {
  const token = store.open(owner, text) as ListToken | null;
  return token?.kind === 'calendars' && token.epoch === owner.epoch ? token : null;
}

export function listEntry({ id, summary, timeZone, accessRole, isPrimary }: StoredCalendar): Json {
  return {
    kind: 'calendar#calendarListEntry',
    etag: '"0"',
    id,
    summary,
    timeZone,
    colorId: isPrimary ? '14' : '7',
    backgroundColor: isPrimary ? '#9fe1e7' : '#42d692',
    foregroundColor: '#000000',
    selected: true,
    accessRole,
    defaultReminders: [],
    ...(isPrimary ? { primary: true } : {}),
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  };
}
