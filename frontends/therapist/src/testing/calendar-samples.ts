import { sampleId } from '@attune/shared-ui/testing/fake-api';
import type { CalendarAppointment } from '../features/calendar/decisions.api';
import type { CalendarStatus } from '../notices.api';

type CalendarSource = CalendarStatus['calendars'][number];

export function sampleCalendar(part: Partial<CalendarSource> = {}): CalendarSource {
  return { id: sampleId(), name: 'amelie@example.com', timezone: 'UTC', is_primary: false, writable: true, blocks: false, takes_appointments: false, gone: false, ...part };
}

/** How a connection is: one that was never made, or with `connected` one in step, unless told otherwise. */
export function sampleConnection(part: Partial<CalendarStatus> = {}): CalendarStatus {
  const none: CalendarStatus = {
    configured: true,
    demo: false,
    connected: false,
    last_connected: null,
    account: null,
    calendar_name: null,
    state: null,
    reason: null,
    detail: null,
    last_synced_at: null,
    next_try_at: null,
    busy_blocks: 0,
    busy_known_until: null,
    missing_appointments: 0,
    undecided_appointments: 0,
    titles: null,
    meet_links: null,
    may_list: false,
    calendars: [],
    open_url: null,
  };
  if (!part.connected) return { ...none, ...part };
  const calendars = part.calendars ?? [sampleCalendar({ is_primary: true, blocks: true, takes_appointments: true }), sampleCalendar({ name: 'Family' })];
  return {
    ...none,
    account: 'amelie@example.com',
    calendar_name: calendars.find(({ takes_appointments }) => takes_appointments)?.name ?? null,
    last_connected: '2026-11-02T18:00:00.000Z',
    last_synced_at: new Date(Date.now() - 8 * 60_000).toISOString(),
    state: 'ok',
    busy_blocks: 1284,
    titles: 'initials',
    meet_links: false,
    may_list: true,
    open_url: 'https://calendar.google.com/calendar/r',
    ...part,
    calendars,
  };
}

/** What the frame of every page asks, where nobody ever opened a record. */
export const NOTICES = 'GET /api/therapist/notices';
export const noticesOf = (calendar: CalendarStatus) => ({ json: { calendar, openings: [] } });

/** An appointment of a Tuesday that was moved to the next day at Google, unless told otherwise. */
export function sampleDisagreement(part: Partial<CalendarAppointment> = {}): CalendarAppointment {
  const isMoved = (part.trouble ?? 'moved') === 'moved';
  return {
    booking_id: sampleId(),
    trouble: 'moved',
    starts_at: '2027-03-02T10:00:00.000Z',
    ends_at: '2027-03-02T10:50:00.000Z',
    timezone: 'UTC',
    client_name: 'Jonah Whitfield',
    google_starts_at: isMoved ? '2027-03-03T11:00:00.000Z' : null,
    google_ends_at: isMoved ? '2027-03-03T11:50:00.000Z' : null,
    ...part,
  };
}

/** What the calendar tab asks for beside the status: no disagreement, no feeds. */
export const noOtherCalendars = {
  'GET /api/therapist/calendar/appointments': () => ({ json: [] }),
  'GET /api/therapist/calendar/feed': () => ({ json: { address: null, created_at: null, last_read_at: null } }),
  'GET /api/therapist/calendar/foreign-feed': () => ({ json: { address: null, state: null, reason: null, last_read_at: null, busy_blocks: 0, busy_known_until: null } }),
};
