import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { FaultKind } from '../../../docker/local/src/google/calendar/calendar-faults';
import type { Booking } from '../../src/modules/bookings/booking.entity';
import type { CalendarAppointmentDto } from '../../src/modules/calendar/appointments/appointments.dto';
import { connectCalendar, syncAccount } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { openPractice, Practice, workday, ZONE } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
const HISTORIES = FULL ? 500 : 8;
const SEED = 20_261_124;
const NOW = '2027-03-01T12:00:00Z';
const MINUTE = 60_000;
const DAYS = 6;

/** What happened in all, so that a proof of nothing is noticed. */
const tally = { booked: 0, moved: 0, cancelled: 0, added: 0, edited: 0, deleted: 0, followed: 0, putBack: 0, faults: 0, tokens: 0 };

const slot = fc.record({ day: fc.integer({ min: 2, max: 2 + DAYS - 1 }), half: fc.integer({ min: 18, max: 35 }) });
const pick = fc.nat({ max: 20 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('book' as const), slot }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pick, slot }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add at Google' as const), slot, halves: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit at Google' as const), pick, slot }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete at Google' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide' as const), pick, follow: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom<FaultKind>('tooManyRequests', 'rateLimitExceeded', 'backendError', 'unavailable', 'cut', 'resetBefore', 'resetAfter', 'dateOff'),
      times: fc.integer({ min: 1, max: 3 }),
      method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose sync tokens' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end access tokens' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('time goes by' as const), minutes: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('sync' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp(google.environment);
});
afterAll(async () => {
  await test.close();
  await google.close();
});

type Times = Pick<Booking, 'id' | 'starts_at' | 'ends_at'>;
interface GoogleTimes {
  id: string;
  own: boolean;
  start: number;
  end: number;
}

/** A therapist and their calendar, with what is done to both of them. */
class Practised {
  private constructor(
    private practice: Practice,
    private readonly account: string,
  ) {}

  static async open(): Promise<Practised> {
    test.clock.set(NOW);
    google.calendar.control.clearFaults();
    // All of these therapists share one connection.
    await test.database.query('delete from limit_hits');
    const practice = await openPractice(test);
    await connectCalendar(test, google, practice.therapist);
    return new Practised(practice, practice.therapist.email);
  }

  async take(one: Step): Promise<void> {
    const { control } = google.calendar;
    if (one.kind === 'sync') return this.sync();
    if (one.kind === 'time goes by') return test.clock.advance(one.minutes * MINUTE);
    if (one.kind === 'fault') {
      tally.faults += 1;
      return control.fault({ kind: one.fault, times: one.times, ...(one.method !== undefined && { method: one.method }), ...(one.fault === 'dateOff' && { minutes: 10 }) });
    }
    if (one.kind === 'lose sync tokens' || one.kind === 'end access tokens') {
      tally.tokens += 1;
      return void (one.kind === 'lose sync tokens' ? control.expireSyncTokens({ account: this.account }) : control.expireAccessTokens({ account: this.account }));
    }
    if (one.kind === 'book') return this.book(one.slot);
    if (one.kind === 'move' || one.kind === 'cancel') return this.change(one);
    if (one.kind === 'decide') return this.decide(one.pick, one.follow);
    return this.atGoogle(one);
  }

  /** Nothing goes wrong any more, everything is decided, and as much time goes by as the longest wait takes. */
  async comeToRest(): Promise<void> {
    google.calendar.control.clearFaults();
    for (let round = 0; round < 6; round += 1) {
      test.clock.advance(11 * MINUTE);
      await this.sync();
      for (let left = await this.undecided(); left.length > 0; left = left.slice(1)) await this.decide(0, (tally.followed + tally.putBack) % 2 === 0);
    }
  }

  bookings(): Promise<Times[]> {
    return test.database.query<Times>(`select id, starts_at, ends_at from bookings where therapist_id = $1 and status = 'confirmed' order by starts_at`, [this.practice.therapist.id]);
  }

  events(): GoogleTimes[] {
    return google.calendar.control.events({ account: this.account }).map((event) => ({
      id: String(event['id']),
      own: (event['extendedProperties'] as { private?: { attune?: string } } | undefined)?.private?.attune === '1',
      start: instantOf(event['start']),
      end: instantOf(event['end']),
    }));
  }

  async freeTimes(): Promise<Record<string, string[]>> {
    const [from, to] = [workday(test, 2), workday(test, 1 + DAYS)];
    const { body } = await (await this.signedIn()).get(`/api/public/therapist/${this.practice.therapist.id}/availability?service_id=${this.practice.serviceId}&from=${from}&to=${to}`).expect(200);
    return Object.fromEntries((body as { days: { date: string; times: string[] }[] }).days.map(({ date, times }) => [date, times]));
  }

  /** Of the state of the connection, for a report of what went wrong. */
  async state(): Promise<unknown> {
    return (await (await this.signedIn()).get('/api/therapist/calendar/status').expect(200)).body;
  }

  private sync(): Promise<void> {
    return syncAccount(test, this.practice.therapist.id);
  }

  private async signedIn(): Promise<Practice['therapist']> {
    this.practice = { ...this.practice, therapist: await signInAnew(test, this.practice.therapist) };
    return this.practice.therapist;
  }

  private async book({ day, half }: { day: number; half: number }): Promise<void> {
    const answer = await (await this.signedIn()).post('/api/therapist/bookings', {
      service_id: this.practice.serviceId,
      client_name: 'Nadia Öztürk',
      client_email: `nadia-${tally.booked}@example.org`,
      appointment_date: workday(test, day),
      appointment_time: wall(half),
    });
    expect([201, 409, 422, 429]).toContain(answer.status);
    if (answer.status === 201) tally.booked += 1;
  }

  private async change(one: Extract<Step, { kind: 'move' | 'cancel' }>): Promise<void> {
    const standing = await this.bookings();
    const booking = standing[one.pick % Math.max(standing.length, 1)];
    if (!booking) return;
    const therapist = await this.signedIn();
    const answer =
      one.kind === 'cancel'
        ? await therapist.put(`/api/therapist/bookings/${booking.id}/status`, { status: 'cancelled' })
        : await therapist.put(`/api/therapist/bookings/${booking.id}/time`, { starts_at: booking.starts_at.toISOString(), appointment_date: workday(test, one.slot.day), appointment_time: wall(one.slot.half), on_purpose: true });
    expect([200, 409, 422, 429]).toContain(answer.status);
    if (answer.status === 200) tally[one.kind === 'cancel' ? 'cancelled' : 'moved'] += 1;
  }

  private atGoogle(one: Extract<Step, { kind: 'add at Google' | 'edit at Google' | 'delete at Google' }>): void {
    const { control } = google.calendar;
    const { account } = this;
    if (one.kind === 'add at Google') {
      tally.added += 1;
      const start = DateTime.fromISO(`${workday(test, one.slot.day)}T${wall(one.slot.half)}`);
      return void control.addEvent({ account, title: 'Dentist', start: minutes(start), end: minutes(start.plus({ minutes: 30 * one.halves })) });
    }
    const all = this.events();
    // Appointments above all: what is done to other events is the smaller question.
    const events = one.pick % 3 > 0 && all.some(({ own }) => own) ? all.filter(({ own }) => own) : all;
    const event = events[one.pick % Math.max(events.length, 1)];
    if (!event) return;
    if (one.kind === 'delete at Google') {
      tally.deleted += 1;
      return void control.deleteEvent({ account, id: event.id });
    }
    tally.edited += 1;
    const start = DateTime.fromISO(`${workday(test, one.slot.day)}T${wall(one.slot.half)}`);
    control.moveEvent({ account, id: event.id, start: minutes(start), end: minutes(start.plus({ milliseconds: event.end - event.start })) });
  }

  private async undecided(): Promise<CalendarAppointmentDto[]> {
    const { body } = await (await this.signedIn()).get('/api/therapist/calendar/appointments').expect(200);
    return (body as CalendarAppointmentDto[]).filter(({ trouble }) => trouble === 'moved' || trouble === 'deleted');
  }

  private async decide(pickOf: number, follow: boolean): Promise<void> {
    const left = await this.undecided();
    const one = left[pickOf % Math.max(left.length, 1)];
    if (!one) return;
    const decided = async (decision: string): Promise<number> => (await this.practice.therapist.post(`/api/therapist/calendar/appointments/${one.booking_id}`, { decision })).status;
    // A time that another appointment has by now is not followed.
    const status = follow ? await decided('follow') : await decided('put_back');
    if (follow && status !== 200) expect(await decided('put_back')).toBe(200);
    expect([200, 409, 422, 429]).toContain(status);
    tally[follow && status === 200 ? 'followed' : 'putBack'] += 1;
  }
}

const wall = (half: number): string => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
const minutes = (time: DateTime): string => time.toFormat("yyyy-MM-dd'T'HH:mm");
const instantOf = (edge: unknown): number => DateTime.fromISO((edge as { dateTime: string }).dateTime, { setZone: true }).toMillis();

/** Half-hours of the default hours, Mondays to Fridays, without what is taken: by plain comparison. */
function expectedTimes(date: string, taken: readonly { start: number; end: number }[]): string[] {
  return Array.from({ length: 18 }, (_, index) => wall(18 + index)).filter((time) => {
    const start = DateTime.fromISO(`${date}T${time}`, { zone: ZONE }).toMillis();
    return !taken.some((one) => one.start < start + 60 * MINUTE && one.end > start);
  });
}

it(`${HISTORIES} histories of appointments and edits at Google, with trouble in between: after quiet both say the same, and free times are what both leave`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const practised = await Practised.open();
      for (const one of steps) await practised.take(one);
      await practised.comeToRest();
      const [bookings, events] = [await practised.bookings(), practised.events()];
      const report = JSON.stringify(await practised.state());
      const span = (start: number, end: number): string => `${new Date(start).toISOString()} – ${new Date(end).toISOString()}`;
      expect([events.filter(({ own }) => own).map(({ start, end }) => span(start, end)).sort(), report]).toEqual([bookings.map(({ starts_at, ends_at }) => span(starts_at.getTime(), ends_at.getTime())).sort(), report]);
      const taken = [...bookings.map(({ starts_at, ends_at }) => ({ start: starts_at.getTime(), end: ends_at.getTime() })), ...events.filter(({ own }) => !own)];
      for (const [date, times] of Object.entries(await practised.freeTimes())) {
        const isWorkday = DateTime.fromISO(date, { zone: ZONE }).weekday <= 5;
        expect([date, times]).toEqual([date, isWorkday ? expectedTimes(date, taken) : []]);
      }
    }),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
  );
  process.stdout.write(`a calendar in step: ${HISTORIES} histories, ${JSON.stringify(tally)}\n`);
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(FULL ? HISTORIES / 20 : 0);
}, FULL ? 3_600_000 : 240_000);
