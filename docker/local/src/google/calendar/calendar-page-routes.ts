import type { IncomingMessage, ServerResponse } from 'node:http';
import { DateTime } from 'luxon';
import { isSameOrigin, readForm, redirect, sendPage, sendText, type RequestHandler } from '../../http/answers';
import { googlePolicy } from '../google-pages';
import type { GoogleAccount, GoogleStore } from '../google-store';
import { accountsPage, calendarPage, DAYS_SHOWN, zoneOf, type CalendarView, type Draft } from './calendar-page';
import { find } from './calendar-events';
import { nextDate } from './event-time';
import { listEvents } from './event-lists';
import type { GoogleCalendar } from './google-calendar';
import { GoogleError } from './google-error';

const POLICY = googlePolicy([]);
const DATE = /^\d{4}-\d\d-\d\d$/;

/** `/dev/google/calendar`: the calendars as their owner sees them at Google. */
export function calendarPageRoutes(google: GoogleCalendar, store: GoogleStore): RequestHandler {
  return (request, response, url) => {
    if (request.method === 'POST') return act(google, store, request, response);
    if (request.method !== 'GET') return sendText(response, 405, 'Method not allowed', { allow: 'GET, POST' });
    const eid = url.searchParams.get('eid');
    if (eid !== null) return toEvent(google, store, response, eid);
    const account = store.findByEmail(url.searchParams.get('account') ?? '');
    if (account === undefined) return sendPage(response, url.searchParams.has('account') ? 404 : 200, accountsPage(store.everyAccount()), POLICY);
    return show(google, store, response, account, url.searchParams.get('from'));
  };
}

function show(google: GoogleCalendar, store: GoogleStore, response: ServerResponse, account: GoogleAccount, day: string | null, refused?: { draft: Draft | null; problem: string }): void {
  const owner = google.store.of(account);
  const zone = zoneOf(owner);
  const today = DateTime.fromMillis(store.now(), { zone });
  const from = day !== null && DATE.test(day) && DateTime.fromISO(day).isValid ? day : (today.toISODate() ?? '');
  const to = nextDate(from, DAYS_SHOWN);
  const midnight = (date: string): string => DateTime.fromISO(date, { zone }).toUTC().toISO() ?? '';
  const parameters = new URLSearchParams({ timeMin: midnight(from), timeMax: midnight(to), singleEvents: 'true', orderBy: 'startTime', maxResults: '2500' });
  const events = owner.calendars
    .flatMap((calendar) => listEvents(google.store, owner, calendar, parameters).events.map((event) => ({ event, calendar })))
    .sort((left, right) => left.event.startMs - right.event.startMs);
  const next = today.plus({ hours: 1 }).startOf('hour');
  const text = (at: DateTime): string => at.toFormat("yyyy-MM-dd'T'HH:mm");
  const empty: Draft = { calendar: account.email, title: '', start: text(next), end: text(next.plus({ hours: 1 })), isAllDay: false, isFree: false };
  const view: CalendarView = { owner, events, from, to, hasAccess: store.consentOf(account.sub).length > 0, draft: refused?.draft ?? empty, problem: refused?.problem ?? null };
  return sendPage(response, refused === undefined ? 200 : 400, calendarPage(view), POLICY);
}

async function act(google: GoogleCalendar, store: GoogleStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request);
  if (form === null) return sendText(response, 413, 'Too long');
  if (!isSameOrigin(request)) return sendText(response, 403, 'This form belongs to the demo Google page.');
  const given = (name: string): string => form.get(name) ?? '';
  const account = store.findByEmail(given('account'));
  if (account === undefined) return sendPage(response, 404, accountsPage(store.everyAccount()), POLICY);
  const draft: Draft = { calendar: given('calendar'), title: given('title').trim(), start: given('start'), end: given('end'), isAllDay: form.has('all_day'), isFree: given('busy') === 'free' };
  try {
    perform(google, account, given('do'), given('id'), draft);
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    return show(google, store, response, account, given('from'), { draft: given('do') === 'add' ? draft : null, problem: sentenceOf(error) });
  }
  return redirect(response, `/dev/google/calendar?account=${encodeURIComponent(account.email)}&from=${encodeURIComponent(given('from'))}`, 303);
}

function perform({ control }: GoogleCalendar, { email }: GoogleAccount, action: string, id: string, draft: Draft): void {
  const which = { account: email, calendar: draft.calendar };
  const day = (text: string): string => (draft.isAllDay ? text.slice(0, 10) : text);
  if (action === 'add') control.addEvent({ ...which, title: draft.title, start: day(draft.start), end: day(draft.end), busy: !draft.isFree });
  if (action === 'move') control.moveEvent({ ...which, id, start: draft.start, end: draft.end });
  if (action === 'delete') control.deleteEvent({ ...which, id });
  if (action === 'revoke') control.revokeGrant({ account: email });
}

function sentenceOf({ reason }: GoogleError): string {
  if (reason === 'timeRangeEmpty') return 'The end has to be after the start.';
  if (reason === 'deleted' || reason === 'notFound') return 'This event is not there any more.';
  if (reason === 'requiredAccessLevel') return 'This calendar can only be read.';
  return 'Please give a start and an end.';
}

/** Where an event's own link leads: the page, at the event's day. */
function toEvent(google: GoogleCalendar, store: GoogleStore, response: ServerResponse, eid: string): void {
  const [id = '', calendarId = ''] = Buffer.from(eid, 'base64url').toString('utf8').split(' ');
  for (const account of store.everyAccount()) {
    const owner = google.store.of(account);
    const calendar = owner.calendars.find((candidate) => candidate.id === calendarId);
    if (calendar === undefined) continue;
    try {
      const { startMs } = find(calendar, id);
      const day = DateTime.fromMillis(startMs, { zone: zoneOf(owner) }).toISODate() ?? '';
      return redirect(response, `/dev/google/calendar?account=${encodeURIComponent(account.email)}&from=${day}#event-${encodeURIComponent(id)}`);
    } catch {
      break;
    }
  }
  return sendPage(response, 404, accountsPage(store.everyAccount()), POLICY);
}
