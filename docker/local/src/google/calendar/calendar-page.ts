import { DateTime } from 'luxon';
import { escapeHtml } from '../../http/answers';
import { page } from '../google-pages';
import type { GoogleAccount } from '../google-store';
import type { AccountCalendars, StoredCalendar, StoredEvent } from './calendar-store';
import { nextDate } from './event-time';

/** What somebody typed into the form for a new event, to be there again when it was refused. */
export interface Draft {
  calendar: string;
  title: string;
  start: string;
  end: string;
  isAllDay: boolean;
  isFree: boolean;
}

export interface CalendarView {
  owner: AccountCalendars;
  events: { event: StoredEvent; calendar: StoredCalendar }[];
  /** The days shown, in the account's own zone: from the first to before the last. */
  from: string;
  to: string;
  hasAccess: boolean;
  draft: Draft;
  problem: string | null;
}

export const DAYS_SHOWN = 28;

export function accountsPage(accounts: GoogleAccount[]): string {
  const links = accounts.map(({ email, name }) => `<li><a href="/dev/google/calendar?account=${encodeURIComponent(email)}">${escapeHtml(name)}</a> <small>${escapeHtml(email)}</small></li>`);
  return page('Calendars - demo Google', `<h1>Whose calendar?</h1><ul>${links.join('')}</ul>`);
}

/** A person's calendars, day by day, with all that is needed to do in them what a person does. */
export function calendarPage(view: CalendarView): string {
  const { owner, from, to, hasAccess, problem } = view;
  const { email } = owner.account;
  const zone = zoneOf(owner);
  const link = (day: string, text: string): string => `<a href="/dev/google/calendar?account=${encodeURIComponent(email)}&amp;from=${day}">${text}</a>`;
  const access = hasAccess
    ? `<form method="post" action="/dev/google/calendar">${hidden(view, 'revoke')}<button class="plain">Revoke Attune’s access</button></form>`
    : '<p>Attune has no access to this account.</p>';
  return page(
    'Calendar - demo Google',
    `<h1>Calendar</h1><p>${escapeHtml(email)}<br>Times are in ${escapeHtml(zone.replaceAll('_', ' '))}.</p>
${problem === null ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<nav aria-label="Days">${link(nextDate(from, -DAYS_SHOWN), 'Earlier')} ${link(to, 'Later')}</nav>
${days(view, zone)}
<h2 id="add">Add an event</h2>${addForm(view)}
<h2>Access</h2>${access}`,
    'wide',
  );
}

export function zoneOf(owner: AccountCalendars): string {
  return owner.calendars.find((calendar) => calendar.isPrimary)?.timeZone ?? 'UTC';
}

function days(view: CalendarView, zone: string): string {
  const byDay = new Map<string, string[]>();
  for (const entry of view.events) {
    const { start, startMs } = entry.event;
    const day = start.date ?? DateTime.fromMillis(startMs, { zone }).toISODate() ?? '';
    // What began before the first day is shown on it.
    const shownOn = day < view.from ? view.from : day;
    byDay.set(shownOn, [...(byDay.get(shownOn) ?? []), eventItem(view, entry.event, entry.calendar, zone)]);
  }
  if (byDay.size === 0) return `<p>Nothing from ${longDay(view.from)} to ${longDay(nextDate(view.to, -1))}.</p>`;
  return [...byDay]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([day, items]) => `<h2>${longDay(day)}</h2><ul class="events">${items.join('')}</ul>`)
    .join('');
}

function longDay(day: string): string {
  return DateTime.fromISO(day).toFormat('cccc, d LLLL yyyy');
}

function eventItem(view: CalendarView, event: StoredEvent, calendar: StoredCalendar, zone: string): string {
  const title = String(event.fields.summary ?? '(no title)');
  const facts = [
    hours(event, zone),
    calendar.isPrimary ? '' : calendar.summary,
    event.fields.transparency === 'transparent' ? 'free' : '',
    event.status === 'tentative' ? 'tentative' : '',
    event.recurringEventId === undefined ? '' : 'repeats',
  ].filter((fact) => fact !== '');
  const isAllDay = event.start.date !== undefined;
  const type = isAllDay ? 'date' : 'datetime-local';
  const local = (ms: number): string => DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
  const [start, end] = isAllDay ? [event.start.date ?? '', nextDate(event.end.date ?? '', -1)] : [local(event.startMs), local(event.endMs)];
  const named = escapeHtml(title);
  const id = escapeHtml(event.id);
  const where = `<input type="hidden" name="calendar" value="${escapeHtml(calendar.id)}"><input type="hidden" name="id" value="${id}">`;
  const field = (name: string, label: string, value: string): string =>
    `<label for="${name}-${id}">${label}</label><input id="${name}-${id}" name="${name}" type="${type}" required value="${value}">`;
  return `<li id="event-${id}"><strong dir="auto">${named}</strong><span>${escapeHtml(facts.join(' · '))}</span>
<details><summary aria-label="Change ${named}">Change</summary>
<form method="post" action="/dev/google/calendar">${hidden(view, 'move')}${where}${field('start', 'Starts', start)}${field('end', 'Ends', end)}<button class="plain" aria-label="Move ${named}">Move</button></form>
<form method="post" action="/dev/google/calendar">${hidden(view, 'delete')}${where}<button class="plain" aria-label="Delete ${named}">Delete</button></form>
</details></li>`;
}

function hours({ start, end, startMs, endMs }: StoredEvent, zone: string): string {
  if (start.date !== undefined) {
    const last = nextDate(end.date ?? '', -1);
    return last === start.date ? 'All day' : `All day, to ${longDay(last)}`;
  }
  const [from, to] = [DateTime.fromMillis(startMs, { zone }), DateTime.fromMillis(endMs, { zone })];
  return `${from.toFormat('HH:mm')} to ${to.toFormat(from.hasSame(to, 'day') ? 'HH:mm' : 'd LLLL HH:mm')}`;
}

function addForm(view: CalendarView): string {
  const { owner, draft } = view;
  const option = (value: string, text: string, isChosen: boolean): string => `<option value="${escapeHtml(value)}"${isChosen ? ' selected' : ''}>${escapeHtml(text)}</option>`;
  const calendars = owner.calendars.filter(({ accessRole }) => accessRole !== 'reader').map(({ id, summary }) => option(id, summary, id === draft.calendar));
  const field = (name: 'title' | 'start' | 'end', label: string, type: string): string =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" required maxlength="500" autocomplete="off" value="${escapeHtml(draft[name])}">`;
  return `<form method="post" action="/dev/google/calendar" aria-labelledby="add">${hidden(view, 'add')}
${field('title', 'Title', 'text')}${field('start', 'Starts', 'datetime-local')}${field('end', 'Ends', 'datetime-local')}
<label class="tick"><input type="checkbox" name="all_day" value="yes"${draft.isAllDay ? ' checked' : ''}> <span>All day, from the first day to the last</span></label>
<label for="busy">Show me as</label><select id="busy" name="busy">${option('busy', 'Busy', !draft.isFree)}${option('free', 'Free', draft.isFree)}</select>
<label for="calendar">Calendar</label><select id="calendar" name="calendar">${calendars.join('')}</select>
<button class="plain">Add event</button></form>`;
}

function hidden({ owner, from }: CalendarView, action: string): string {
  return `<input type="hidden" name="do" value="${action}"><input type="hidden" name="account" value="${escapeHtml(owner.account.email)}"><input type="hidden" name="from" value="${from}">`;
}
