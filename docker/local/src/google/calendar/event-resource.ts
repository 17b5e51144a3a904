import { randomBytes, randomInt } from 'node:crypto';
import type { AccountCalendars, Json, StoredCalendar, StoredEvent } from './calendar-store';
import { instantOf, readTime } from './event-time';
import { GoogleError, invalid } from './google-error';
import { checkRecurrence } from './recurrence';

/** How links for video calls are made: at once, after so many reads, or never. */
export interface LinkMaking {
  mode: 'success' | 'pending' | 'failure';
  reads: number;
}

/** What Google decides itself, whatever a request says. */
const NOT_GIVEN = ['kind', 'etag', 'id', 'htmlLink', 'created', 'updated', 'creator', 'organizer', 'recurringEventId', 'originalStartTime', 'hangoutLink', 'iCalUID', 'sequence', 'locked', 'privateCopy', 'attendeesOmitted', 'status', 'start', 'end', 'recurrence', 'conferenceData'];
const EVENT_TYPES = ['default', 'outOfOffice', 'focusTime', 'workingLocation', 'birthday', 'fromGmail'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Puts a checked body into an event: all of it, or for a patch what the caller merged before. */
export function applyBody(event: StoredEvent, body: Json, calendar: StoredCalendar): void {
  const start = readTime(body.start, calendar.timeZone, 'start');
  const end = readTime(body.end, calendar.timeZone, 'end');
  if ((start.date === undefined) !== (end.date === undefined)) throw invalid('Invalid start time.');
  const startMs = instantOf(start, calendar.timeZone);
  const endMs = instantOf(end, calendar.timeZone);
  if (endMs < startMs || (start.date !== undefined && endMs === startMs)) throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  const recurrence = readRecurrence(body, event);
  const status = body.status ?? 'confirmed';
  if (status !== 'confirmed' && status !== 'tentative' && status !== 'cancelled') throw invalid('Invalid event status.');
  checkFields(body);
  Object.assign(event, { start, end, startMs, endMs, status });
  if (recurrence === undefined) delete event.recurrence;
  else event.recurrence = recurrence;
  const conference = { conferenceData: event.fields.conferenceData, hangoutLink: event.fields.hangoutLink };
  event.fields = { ...Object.fromEntries(Object.entries(body).filter(([name, value]) => !NOT_GIVEN.includes(name) && value !== null && value !== undefined)), ...conference };
}

function readRecurrence(body: Json, event: StoredEvent): string[] | undefined {
  const { recurrence } = body;
  if (!Array.isArray(recurrence) || recurrence.length === 0) return undefined;
  if (event.recurringEventId !== undefined) throw invalid('Recurrence rule of an instance.');
  if (!recurrence.every((line): line is string => typeof line === 'string')) throw invalid('Invalid recurrence rule.');
  const { dateTime, timeZone } = body.start as Json;
  if (typeof dateTime === 'string' && typeof timeZone !== 'string') throw new GoogleError(400, 'required', 'Missing time zone definition for start time.');
  checkRecurrence(recurrence);
  return recurrence;
}

function checkFields({ eventType, transparency, attendees, extendedProperties }: Json): void {
  if (eventType !== undefined && !EVENT_TYPES.includes(String(eventType))) throw invalid('Invalid event type.');
  if (transparency !== undefined && transparency !== null && transparency !== 'opaque' && transparency !== 'transparent') throw invalid('Invalid transparency.');
  const people = Array.isArray(attendees) ? (attendees as Json[]) : [];
  if (people.some(({ email }) => typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))) throw invalid('Invalid attendee email.');
  for (const properties of Object.values((extendedProperties ?? {}) as Json)) {
    for (const [name, value] of Object.entries((properties ?? {}) as Json)) {
      if (name.length > 44 || String(value).length > 1_024) throw invalid('Extended property too long.');
    }
  }
}

/** Makes, keeps or takes away the video link, as a request with conferenceDataVersion=1 asks. */
export function applyConference(event: StoredEvent, body: Json, making: LinkMaking): void {
  if (!('conferenceData' in body)) return;
  const asked = body.conferenceData as { createRequest?: { requestId?: string; conferenceSolutionKey?: { type?: string } } } | null | undefined;
  if (asked === null || asked === undefined) {
    delete event.fields.conferenceData;
    delete event.fields.hangoutLink;
    delete event.linkAfterReads;
    return;
  }
  const { createRequest } = asked;
  const before = event.fields.conferenceData as { createRequest?: { requestId?: string } } | undefined;
  if (createRequest === undefined || before?.createRequest?.requestId === createRequest.requestId) return;
  if (typeof createRequest.requestId !== 'string' || createRequest.requestId === '') throw invalid('Invalid conference create request.');
  if (createRequest.conferenceSolutionKey?.type !== 'hangoutsMeet') throw invalid('Invalid conference type value.');
  const request = { requestId: createRequest.requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } };
  event.fields.conferenceData = { createRequest: { ...request, status: { statusCode: making.mode } } };
  delete event.fields.hangoutLink;
  if (making.mode === 'success') makeLink(event);
  if (making.mode === 'pending') event.linkAfterReads = making.reads;
}

export function makeLink(event: StoredEvent): void {
  const part = (length: number): string => Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  const id = `${part(3)}-${part(4)}-${part(3)}`;
  const { createRequest } = event.fields.conferenceData as { createRequest: Json };
  delete event.linkAfterReads;
  event.fields.hangoutLink = `https://meet.google.com/${id}`;
  event.fields.conferenceData = {
    createRequest: { ...createRequest, status: { statusCode: 'success' } },
    entryPoints: [{ entryPointType: 'video', uri: `https://meet.google.com/${id}`, label: `meet.google.com/${id}` }],
    conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet', iconUri: '' },
    conferenceId: id,
  };
}

/** A resource as Google writes it. Deleted ones say only that; a scope for free and busy times alone sees no words. */
export function resourceOf(event: StoredEvent, owner: AccountCalendars, calendar: StoredCalendar, look: { page: string; timesOnly: boolean; isWhole?: boolean }): Json {
  const { id, status, etag, created, updated, sequence, start, end, recurrence, recurringEventId, originalStartTime, fields } = event;
  const series = recurringEventId === undefined ? {} : { recurringEventId, originalStartTime };
  if (status === 'cancelled' && look.isWhole !== true) return { kind: 'calendar#event', etag, id, status, ...series };
  const eid = Buffer.from(`${id} ${calendar.id}`).toString('base64url');
  const { attendees, transparency, eventType = 'default', ...rest } = fields as { attendees?: Json[]; transparency?: string; eventType?: string };
  const times = { start, end, ...(recurrence === undefined ? {} : { recurrence }), ...series, ...(transparency === 'transparent' ? { transparency } : {}), eventType };
  const base = { kind: 'calendar#event', etag, id, status };
  if (look.timesOnly) return { ...base, ...times, visibility: 'private' };
  const self = calendar.isPrimary ? { email: owner.account.email, self: true } : { email: calendar.id, displayName: calendar.summary, self: true };
  return {
    ...base,
    htmlLink: `${look.page}?eid=${eid}`,
    created,
    updated,
    creator: { email: owner.account.email, ...(calendar.isPrimary ? { self: true } : {}) },
    organizer: self,
    ...rest,
    ...times,
    ...(attendees === undefined ? {} : { attendees: attendees.map((person) => attendeeOf(person, owner)) }),
    iCalUID: `${recurringEventId ?? id}@google.com`,
    sequence,
    reminders: rest['reminders' as never] ?? { useDefault: true },
  };
}

function attendeeOf(person: Json, owner: AccountCalendars): Json {
  const isSelf = String(person.email).toLowerCase() === owner.account.email;
  return { ...person, responseStatus: person.responseStatus ?? 'needsAction', ...(isSelf ? { self: true } : {}) };
}

/** Ids have base32hex letters: a to v and digits. */
export function readId(given: unknown): string {
  if (given === undefined || given === null) return freshId();
  if (typeof given !== 'string' || !/^[a-v0-9]{5,1024}$/.test(given)) throw invalid('Invalid resource id value.');
  return given;
}

function freshId(): string {
  return Array.from(randomBytes(26), (byte) => '0123456789abcdefghijklmnopqrstuv'.charAt(byte % 32)).join('');
}

/** A patch as Google reads it: objects grow together, null takes away, lists are replaced. */
export function merged(before: Json, patch: Json): Json {
  const result: Json = { ...before };
  for (const [name, value] of Object.entries(patch)) {
    const old = result[name];
    const bothObjects = isObject(value) && isObject(old);
    if (value === null) delete result[name];
    else if (value !== undefined) result[name] = bothObjects ? merged(old, value) : value;
  }
  return result;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
