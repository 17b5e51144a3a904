import * as supertest from 'supertest';
import type { CalendarSettingsDto, CalendarStatusDto } from '../../src/modules/calendar/connection/connection.dto';
import { AccountSync } from '../../src/modules/calendar/sync/account-sync.service';
import type { BusyBlock } from '../../src/modules/scheduling/working-hours/working-hours.entity';
import type { GoogleStandIn } from './google-stand-in';
import type { SignedInTherapist } from './signed-in';
import type { TestApp } from './test-app';

/** Goes the whole way through Google's consent page and back. */
export async function connectCalendar(test: TestApp, google: GoogleStandIn, therapist: SignedInTherapist, email = therapist.email): Promise<void> {
  await goToGoogle(test, google, therapist, { email, ask: '', landing: '/dashboard?calendar_connected=true' });
}

/** Lets the list of the connected account's calendars be read, too. */
export async function showCalendars(test: TestApp, google: GoogleStandIn, therapist: SignedInTherapist): Promise<void> {
  await goToGoogle(test, google, therapist, { email: therapist.email, ask: '?ask=calendar_list', landing: '/dashboard?calendar_list=shown' });
}

async function goToGoogle(test: TestApp, google: GoogleStandIn, therapist: SignedInTherapist, { email, ask, landing }: { email: string; ask: string; landing: string }): Promise<void> {
  const begun = await therapist.get(`/api/auth/google/calendar${ask}`).expect(200);
  const flow = (begun.headers['set-cookie'] as unknown as string[]).find((line) => line.startsWith('calendar_flow='))?.split(';')[0];
  const { pathname, search } = new URL(await google.decide((begun.body as { authorization_url: string }).authorization_url, 'email', email));
  const answer = await supertest.default(test.app.getHttpServer()).get(`${pathname}${search}`).set('Cookie', `${therapist.cookie}; ${flow}`).expect(302);
  if (answer.headers['location'] !== landing) throw new Error(`Google's answer led to ${answer.headers['location']}`);
}

/** Changes what is chosen for the account; the rest stays. */
export async function chooseCalendar(therapist: SignedInTherapist, change: Partial<CalendarSettingsDto>): Promise<CalendarStatusDto> {
  const { body } = await therapist.get('/api/therapist/calendar/status').expect(200);
  const { calendars, titles, meet_links } = body as CalendarStatusDto;
  const blocking = calendars.filter(({ blocks }) => blocks).map(({ id }) => id);
  const appointments = calendars.find(({ takes_appointments }) => takes_appointments)?.id ?? null;
  return (await therapist.put('/api/therapist/calendar/settings', { blocking, appointments, titles, meet_links, ...change }).expect(200)).body as CalendarStatusDto;
}

/** What the worker does for one account, in as many turns as it takes. */
export async function syncAccount(test: TestApp, therapistId: string): Promise<void> {
  const sync = test.app.get(AccountSync);
  await sync.sync({ therapist_id: therapistId });
  while (await isUnfinished(test, therapistId)) await sync.sync({ therapist_id: therapistId, goes_on: true });
}

async function isUnfinished(test: TestApp, therapistId: string): Promise<boolean> {
  const [row] = await test.database.query<{ unfinished: boolean }>('select goes_on_until is not null as unfinished from calendar_connections where therapist_id = $1', [therapistId]);
  return row?.unfinished === true;
}

/** 'start – end' of what blocks a therapist's time, in UTC, soonest first. */
export async function blockedTimes(test: TestApp, therapistId: string): Promise<string[]> {
  const rows: Pick<BusyBlock, 'starts_at' | 'ends_at'>[] = await test.database.query('select starts_at, ends_at from busy_blocks where therapist_id = $1 order by starts_at, ends_at', [therapistId]);
  return rows.map(({ starts_at, ends_at }) => `${starts_at.toISOString().slice(0, 16)} – ${ends_at.toISOString().slice(0, 16)}`);
}

/** Google told of a change in each of the account's calendars: the next turn reads them. */
export async function tellOfChange(test: TestApp, therapistId: string): Promise<void> {
  await test.database.query('update calendar_sources set changed_at = $2 where therapist_id = $1', [therapistId, test.clock.now()]);
}
