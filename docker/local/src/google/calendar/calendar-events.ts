import type { AccountCalendars, CalendarStore, Json, StoredCalendar, StoredEvent } from './calendar-store';
import { instanceMark } from './event-time';
import { applyBody, applyConference, makeLink, merged, readId, type LinkMaking } from './event-resource';
import { conditionNotMet, deleted, duplicate, GoogleError, notFound } from './google-error';
import { instancesOf, type Instance } from './recurrence';

/** Where a change takes place. */
export interface Place {
  owner: AccountCalendars;
  calendar: StoredCalendar;
}

export interface ChangeOptions {
  conferences: boolean;
  ifMatch?: string | undefined;
}

const DAY_MS = 86_400_000;
const SHAPES_KEPT = 20;

/** Insert, read, change and delete, by Google's rules; the API and a person at the page alike. */
export class CalendarEvents {
  linkMaking: LinkMaking = { mode: 'success', reads: 0 };

  constructor(private readonly store: CalendarStore) {}

  insert({ owner, calendar }: Place, body: Json, { conferences }: ChangeOptions): StoredEvent {
    needWriter(calendar);
    const id = readId(body.id);
    if (calendar.events.has(id)) throw duplicate();
    const at = new Date(this.store.now()).toISOString();
    const event: StoredEvent = { id, status: 'confirmed', start: {}, end: {}, startMs: 0, endMs: 0, created: at, updated: at, sequence: 0, etag: '', madeAt: 0, changedAt: 0, fields: {} };
    applyBody(event, body, calendar);
    if (conferences) applyConference(event, body, this.linkMaking);
    return this.store.write(owner, calendar, event);
  }

  /** Reading is what a link that is being made waits for. */
  read(place: Place, id: string): StoredEvent {
    const event = find(place.calendar, id);
    this.countRead(place, event);
    return event;
  }

  countRead({ owner, calendar }: Place, { id, recurringEventId = '' }: StoredEvent): void {
    const event = calendar.events.get(id) ?? calendar.events.get(recurringEventId);
    if (event?.linkAfterReads === undefined || event.status === 'cancelled') return;
    event.linkAfterReads -= 1;
    if (event.linkAfterReads > 0) return;
    makeLink(event);
    this.store.write(owner, calendar, event);
  }

  patch(place: Place, id: string, body: Json, options: ChangeOptions): StoredEvent {
    return this.change(place, id, (event) => merged(bodyOf(event), body), body, options);
  }

  update(place: Place, id: string, body: Json, options: ChangeOptions): StoredEvent {
    return this.change(place, id, () => body, body, options);
  }

  delete(place: Place, id: string, ifMatch?: string): void {
    needWriter(place.calendar);
    const found = find(place.calendar, id);
    if (found.status === 'cancelled') throw deleted();
    checkMatch(found, ifMatch);
    const event = { ...found, status: 'cancelled' as const };
    this.rememberShape(place.calendar, found, event);
    this.store.write(place.owner, place.calendar, event);
    this.dropExceptions(place, event);
  }

  private change(place: Place, id: string, bodyFor: (event: StoredEvent) => Json, asked: Json, options: ChangeOptions): StoredEvent {
    const { owner, calendar } = place;
    needWriter(calendar);
    const before = find(calendar, id);
    checkMatch(before, options.ifMatch);
    const event: StoredEvent = { ...before, fields: { ...before.fields } };
    applyBody(event, bodyFor(before), calendar);
    if (options.conferences) applyConference(event, asked, this.linkMaking);
    if (shapeText(event) !== shapeText(before)) event.sequence += 1;
    this.rememberShape(calendar, before, event);
    this.store.write(owner, calendar, event);
    if (before.recurrence !== undefined && shapeText(event) !== shapeText(before)) this.dropExceptions(place, event);
    return event;
  }

  /** So that whoever was told of instances can be told that they are gone. */
  private rememberShape(calendar: StoredCalendar, before: StoredEvent, event: StoredEvent): void {
    const { start, end, recurrence } = before;
    if (recurrence === undefined || before.status === 'cancelled' || shapeText(before) === shapeText(event)) return;
    event.past = [...(before.past ?? []), { endedAt: calendar.changes + 1, shape: { start, end, recurrence } }].slice(-SHAPES_KEPT);
  }

  /** Exceptions of instances that the series has no more go with them. */
  private dropExceptions({ owner, calendar }: Place, series: StoredEvent): void {
    const isThere = (exception: StoredEvent): boolean => {
      const { originalStartTime } = exception;
      return series.status !== 'cancelled' && originalStartTime !== undefined && instanceAt(calendar, series, instanceMark(originalStartTime)) !== undefined;
    };
    for (const exception of [...calendar.events.values()]) {
      if (exception.recurringEventId !== series.id || exception.status === 'cancelled' || isThere(exception)) continue;
      this.store.write(owner, calendar, { ...exception, status: 'cancelled' });
    }
  }
}

/** An event by its id, an instance of a series too; a deleted one as its tombstone. */
export function find(calendar: StoredCalendar, id: string): StoredEvent {
  const stored = calendar.events.get(id);
  if (stored !== undefined) return stored;
  const [, seriesId = '', mark = ''] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
  const series = calendar.events.get(seriesId);
  if (series?.recurrence === undefined) throw notFound();
  if (series.status === 'cancelled') throw deleted();
  const instance = instanceAt(calendar, series, mark);
  if (instance === undefined) throw notFound();
  return instanceEvent(series, instance);
}

function instanceAt(calendar: StoredCalendar, { start, end, recurrence = [] }: StoredEvent, mark: string): Instance | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(mark) ?? [];
  const around = Date.parse(`${year}-${month}-${day}T12:00:00Z`);
  if (Number.isNaN(around)) return undefined;
  const near = instancesOf({ start, end, recurrence }, calendar.timeZone, around - 3 * DAY_MS, around + 3 * DAY_MS);
  return near.find((instance) => instanceMark(instance.start) === mark);
}

export function instanceEvent(series: StoredEvent, { start, end, startMs, endMs }: Instance): StoredEvent {
  const event = { ...series, id: instanceId(series.id, start), start, end, startMs, endMs, recurringEventId: series.id, originalStartTime: start, madeAt: 0 };
  delete event.recurrence;
  delete event.past;
  return event;
}

export function instanceId(seriesId: string, original: StoredEvent['start']): string {
  return `${seriesId}_${instanceMark(original)}`;
}

function bodyOf({ start, end, status, recurrence, fields }: StoredEvent): Json {
  return { ...fields, start, end, status, ...(recurrence === undefined ? {} : { recurrence }) };
}

function shapeText({ start, end, recurrence, status }: StoredEvent): string {
  return JSON.stringify([start, end, recurrence, status === 'cancelled']);
}

function checkMatch(event: StoredEvent, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== event.etag) throw conditionNotMet();
}

function needWriter({ accessRole }: StoredCalendar): void {
  if (accessRole === 'reader') throw new GoogleError(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', { domain: 'calendar' });
}
