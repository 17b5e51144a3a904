import type { GoogleStore } from '../google-store';
import type { Push } from './calendar-channels';
import { find, type Place } from './calendar-events';
import type { Fault, PushFault } from './calendar-faults';
import type { AccessRole, AccountCalendars, Channel, Json } from './calendar-store';
import { instantOf, nextDate } from './event-time';
import { listEvents } from './event-lists';
import { resourceOf, type LinkMaking } from './event-resource';
import type { GoogleCalendar, SeenRequest } from './google-calendar';

/** Whose calendar: the account's address, and which one (its id or its name) when it is not the primary. */
export interface Which {
  account: string;
  calendar?: string;
}

/** An event as a person makes one: times are `2026-11-24T10:00` in the calendar's zone, full instants, or days for an event of whole days (the last one included). */
export interface NewEvent {
  title: string;
  start: string;
  end: string;
  busy?: boolean;
  /** Any other field of Calendar v3: recurrence, attendees, eventType, status, id … */
  more?: Json;
}

/**
 * Plays the person at Google, and what goes wrong there. Every method takes one object, so that the same can be asked
 * as JSON: `POST /dev/google/control` with `{ "do": "addEvent", "account": "…", "title": "…", … }`.
 */
export class CalendarControl {
  constructor(
    private readonly google: GoogleStore,
    private readonly parts: GoogleCalendar,
  ) {}

  addEvent({ account, calendar, ...event }: Which & NewEvent): Json {
    return this.addEvents({ account, ...(calendar === undefined ? {} : { calendar }), events: [event] })[0] ?? {};
  }

  addEvents({ events, ...which }: Which & { events: NewEvent[] }): Json[] {
    const place = this.place(which);
    return events.map((event) => this.shown(place, this.parts.events.insert(place, bodyOf(event, place), NO_LINKS).id));
  }

  moveEvent({ id, start, end, ...which }: Which & { id: string; start: string; end: string }): Json {
    const place = this.place(which);
    // A day becomes an hour and back: what was before is taken away.
    const times = { start: { date: null, dateTime: null, ...timeOf(start, place) }, end: { date: null, dateTime: null, ...timeOf(end, place, true) } };
    this.parts.events.patch(place, id, times, NO_LINKS);
    return this.shown(place, id);
  }

  /** `patch` as the API's own, merged into what is there. */
  patchEvent({ id, patch, ...which }: Which & { id: string; patch: Json }): Json {
    const place = this.place(which);
    this.parts.events.patch(place, id, patch, NO_LINKS);
    return this.shown(place, id);
  }

  deleteEvent({ id, ...which }: Which & { id: string }): void {
    this.parts.events.delete(this.place(which), id);
  }

  /** What is in a calendar, series with their instances; deleted ones too when asked for. */
  events({ from, to, deleted = false, single = true, ...which }: Which & { from?: string; to?: string; deleted?: boolean; single?: boolean }): Json[] {
    const place = this.place(which);
    const parameters = new URLSearchParams({ maxResults: '2500', singleEvents: String(single), showDeleted: String(deleted) });
    if (single) parameters.set('orderBy', 'startTime');
    if (from !== undefined) parameters.set('timeMin', new Date(from).toISOString());
    if (to !== undefined) parameters.set('timeMax', new Date(to).toISOString());
    const found: Json[] = [];
    for (;;) {
      const page = listEvents(this.parts.store, place.owner, place.calendar, parameters);
      found.push(...page.events.map((event) => resourceOf(event, place.owner, place.calendar, this.look)));
      if (page.nextPageToken === undefined) return found;
      parameters.set('pageToken', page.nextPageToken);
    }
  }

  calendars({ account }: Which): { id: string; summary: string; timeZone: string; primary: boolean; accessRole: AccessRole }[] {
    return this.owner(account).calendars.map(({ id, summary, timeZone, isPrimary, accessRole }) => ({ id, summary, timeZone, primary: isPrimary, accessRole }));
  }

  addCalendar({ account, ...given }: { account: string; summary: string; timeZone?: string; accessRole?: AccessRole }): { id: string } {
    return { id: this.parts.store.addCalendar(this.owner(account), given).id };
  }

  deleteCalendar(which: Which & { calendar: string }): void {
    const { owner, calendar } = this.place(which);
    this.parts.store.removeCalendar(owner, calendar);
  }

  /** What a calendar is called, in which zone it reads, or as whom its owner may use it. */
  changeCalendar({ summary, timeZone, accessRole, ...which }: Which & { summary?: string; timeZone?: string; accessRole?: AccessRole }): void {
    const { owner, calendar } = this.place(which);
    owner.listChanges += 1;
    Object.assign(calendar, { listedAt: owner.listChanges }, summary === undefined ? {} : { summary }, timeZone === undefined ? {} : { timeZone }, accessRole === undefined ? {} : { accessRole });
    // A whole day begins at another instant then.
    for (const event of calendar.events.values()) Object.assign(event, { startMs: instantOf(event.start, calendar.timeZone), endMs: instantOf(event.end, calendar.timeZone) });
    calendar.changes += 1;
    this.parts.store.save(owner);
  }

  fault(fault: Fault): void {
    this.parts.faults.next(fault);
  }

  faultPushes(fault: PushFault): void {
    this.parts.faults.nextPush(fault);
  }

  clearFaults(): void {
    this.parts.faults.clear();
  }

  /** How the next video links are made; `pending` is there after so many reads. */
  videoLinks(making: { mode: LinkMaking['mode']; reads?: number }): void {
    this.parts.events.linkMaking = { reads: 1, ...making };
  }

  expireSyncTokens({ account }: { account: string }): void {
    const owner = this.owner(account);
    owner.epoch += 1;
    this.parts.store.save(owner);
  }

  expireAccessTokens({ account }: { account: string }): void {
    this.google.expireAccessTokens(this.owner(account).account.sub);
  }

  revokeGrant({ account }: { account: string }): void {
    this.google.revokeConsent(this.owner(account).account.sub);
  }

  /** `scope` as it was asked for, whole. */
  withdrawScope({ account, scope }: { account: string; scope: string }): void {
    this.google.withdrawScope(this.owner(account).account.sub, scope);
  }

  /** By how much this Google's clock is ahead of the machine's. */
  clock({ offsetMs }: { offsetMs: number }): void {
    this.google.clockOffsetMs = offsetMs;
  }

  channels({ account }: { account: string }): Channel[] {
    return this.owner(account).channels;
  }

  /** The calendar requests of late, oldest first. */
  requests(): SeenRequest[] {
    return this.parts.requests;
  }

  pushes(): Push[] {
    return this.parts.channels.pushes;
  }

  /** What the last second changed is on disk. */
  flush(): void {
    this.parts.store.flush();
  }

  owner(account: string): AccountCalendars {
    return this.parts.store.of(this.google.findByEmail(account) ?? this.google.accountOf(account));
  }

  place({ account, calendar = 'primary' }: Which): Place {
    const owner = this.owner(account);
    const named = owner.calendars.find((candidate) => candidate.summary === calendar);
    return { owner, calendar: named ?? this.parts.store.calendar(owner, calendar) };
  }

  private get look(): Parameters<typeof resourceOf>[3] {
    return { page: this.parts.eventPage, timesOnly: false };
  }

  private shown(place: Place, id: string): Json {
    return resourceOf(find(place.calendar, id), place.owner, place.calendar, this.look);
  }
}

const NO_LINKS = { conferences: false };

/** The names that JSON may ask for. */
export const CONTROLS = [
  'addEvent',
  'addEvents',
  'moveEvent',
  'patchEvent',
  'deleteEvent',
  'events',
  'calendars',
  'addCalendar',
  'deleteCalendar',
  'changeCalendar',
  'fault',
  'faultPushes',
  'clearFaults',
  'videoLinks',
  'expireSyncTokens',
  'expireAccessTokens',
  'revokeGrant',
  'withdrawScope',
  'clock',
  'channels',
  'requests',
  'pushes',
  'flush',
] as const;

function bodyOf({ title, start, end, busy = true, more = {} }: NewEvent, place: Place): Json {
  return { summary: title, start: timeOf(start, place), end: timeOf(end, place, true), ...(busy ? {} : { transparency: 'transparent' }), ...more };
}

function timeOf(text: string, { calendar }: Place, isEnd = false): Json {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { date: isEnd ? nextDate(text) : text };
  return { dateTime: text, timeZone: calendar.timeZone };
}
