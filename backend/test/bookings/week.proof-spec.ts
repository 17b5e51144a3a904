import * as fc from 'fast-check';
import { judgeStarts } from '../../src/modules/bookings/booking/start-rule';
import type { BookableService } from '../../src/modules/bookings/availability/availability.repository';
import { isSeries, seriesDates, shiftedWallTime, wallMinutesBetween } from '../../src/modules/bookings/series/series-dates';
import { checkStart, isFree } from '../../src/modules/scheduling/rules/free-times';
import { bookingRules } from '../../src/modules/scheduling/rules/working-rules';
import { wallTimeOf } from '../../src/modules/scheduling/rules/calendar';
import { openPractice, Practice as OpenPractice } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { Appointment, Obstacle, Practice, practices, Step, steps, Wall, WeekModel, ZONES } from '../harness/week-model';

const FULL = process.env['PROOF'] === 'full';
const CASES = FULL ? 20_000 : 500;
const HISTORIES = FULL ? 300 : 12;
const SEED = 20_261_124;
const DAY_MS = 86_400_000;

/** What both sides were asked, so that a proof of nothing is noticed. */
const tally = { appointments: 0, refusals: 0, moves: 0, series: 0, impossible: 0 };

const history = fc.tuple(practices, steps);
const windows = ({ allDay }: Practice) => (weekday: number) => (allDay ? [{ first: 0, last: 1_425, every: 15 }] : weekday % 6 === 0 ? [] : [{ first: 540, last: 1_050, every: 30 }]);

/** Nothing overlaps, and every clock shows what was agreed. */
function assertSound(model: WeekModel): void {
  const sorted = [...model.standing].sort((a, b) => a.start - b.start);
  sorted.forEach((one, index) => {
    const next = sorted[index + 1];
    if (next && next.start < one.end) throw new Error(`${one.date} ${one.time} overlaps ${next.date} ${next.time}`);
    if (!model.shows(one.start, one)) throw new Error(`the clock does not show ${one.date} ${one.time}`);
  });
}

/** Whether all of them are taken, and what the model makes of the ones that can be meant. */
const possible = (obstacles: readonly Obstacle[], meant: boolean): boolean => obstacles.every((obstacle) => obstacle === null || (meant && obstacle === 'not-bookable'));
const finalIn = (obstacles: readonly Obstacle[]): boolean => obstacles.some((obstacle) => obstacle === 'impossible' || obstacle === 'appointment');
const target = (appointment: Wall, days: number, time: string): Wall => ({ date: new Date(Date.parse(appointment.date) + days * DAY_MS).toISOString().slice(0, 10), time });

describe('the rules of a week', () => {
  it(`agree with the model in ${CASES} histories over ${ZONES.length} zones: nothing overlaps, and the hour on the wall stays over every change of the clocks`, () => {
    fc.assert(
      fc.property(history, ([practice, all]) => {
        const model = new WeekModel(practice);
        for (const step of all) {
          ruled(model, step);
          assertSound(model);
        }
      }),
      { numRuns: CASES, seed: SEED },
    );
    process.stdout.write(`a week by its rules: ${CASES} histories in ${ZONES.length} zones, ${JSON.stringify(tally)}\n`);
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(CASES / 50);
  });
});

/** One step by the product's rules, which have to say what the model says. */
function ruled(model: WeekModel, step: Step): void {
  const { practice } = model;
  const hours = {
    weekly: [0, 1, 2, 3, 4, 5, 6].map(windows(practice)),
    overrides: {},
    buffer_before_minutes: practice.gapMinutes,
    buffer_after_minutes: 0,
    minimum_notice_hours: 0,
    horizon_days: practice.horizonDays,
    cancellation_notice_hours: 24,
  };
  const service = { timezone: practice.zone, hours, duration_minutes: practice.durationMinutes, therapist_id: 'one' } as BookableService;
  const judged = (walls: readonly Wall[], leaving: readonly Appointment[] = []): Obstacle[] => {
    const appointments = model.standing.filter((one) => !leaving.includes(one)).map(({ start, end }) => ({ startsAt: start, endsAt: end }));
    const busy = [...appointments, ...model.timeOff.map(({ start, end }) => ({ startsAt: start, endsAt: end }))];
    const found = judgeStarts(service, walls, { appointments, busy, outside: new Map(), now: model.now });
    const obstacles = found.map(({ obstacle }) => obstacle?.kind ?? null);
    expect(obstacles).toEqual(model.judge(walls, leaving));
    expect(found.map(({ slot }) => slot?.starts_at.getTime())).toEqual(walls.map((wall, index) => (obstacles[index] === 'impossible' ? undefined : model.instantOf(wall))));
    tally.refusals += obstacles.filter((obstacle) => obstacle !== null).length;
    tally.impossible += obstacles.filter((obstacle) => obstacle === 'impossible').length;
    return obstacles;
  };
  if (step.kind === 'series') {
    const dates = seriesDates(model.dateIn(step.days), step.everyWeeks, step.count);
    expect(isSeries(dates, step.everyWeeks)).toBe(true);
    const obstacles = judged(dates.map((date) => ({ date, time: step.time })));
    addSeries(model, step, dates, obstacles);
  } else if (step.kind === 'move' || step.kind === 'move-following') {
    const first = model.pick(step.which);
    if (!first || (step.kind === 'move-following' && first.series === null)) return;
    const leaving = step.kind === 'move' ? [first] : model.following(first);
    const minutes = wallMinutesBetween(wallTimeOf(practice.zone, first.start), target(first, step.days, step.time));
    const walls = leaving.map(({ start }) => shiftedWallTime(practice.zone, start, minutes));
    expect(walls).toEqual(movedWalls(model, first, leaving, step));
    move(model, leaving, walls, judged(walls, leaving), step.meant);
  } else if (step.kind === 'visitor') {
    const wall = { date: model.dateIn(step.days), time: step.time };
    const rules = bookingRules(practice.zone, hours);
    const start = checkStart(rules, wall.date, wall.time, model.now);
    const busy = [...model.standing, ...model.timeOff].map(({ start: startsAt, end: endsAt }) => ({ startsAt, endsAt }));
    const isOffered = 'startsAt' in start && isFree(rules, busy, start.startsAt.getTime(), practice.durationMinutes);
    expect(isOffered).toBe(model.isOffered(wall));
    if (isOffered) addVisitor(model, wall);
  } else apply(model, step);
}

const movedWalls = (model: WeekModel, first: Wall, leaving: readonly Wall[], { days, time }: { days: number; time: string }): Wall[] => {
  const minutes = model.minutesBetween(first, target(first, days, time));
  return leaving.map((one) => model.shifted(one, minutes));
};

/** @returns the days that are made: all, or those that nothing stands in the way of */
function addSeries(model: WeekModel, { meant, time }: { meant: boolean; time: string }, dates: readonly string[], obstacles: readonly Obstacle[]): string[] {
  const made = dates.filter((_, index) => possible([obstacles[index] ?? null], meant));
  const series = model.appointments.length;
  for (const date of made) model.add({ date, time }, series);
  tally.appointments += made.length;
  tally.series += 1;
  return made;
}

function addVisitor(model: WeekModel, wall: Wall): void {
  model.add(wall, null);
  tally.appointments += 1;
}

/** @returns whether they are moved */
function move(model: WeekModel, leaving: readonly Appointment[], walls: readonly Wall[], obstacles: readonly Obstacle[], meant: boolean): boolean {
  const stays = walls[0]?.date === leaving[0]?.date && walls[0]?.time === leaving[0]?.time;
  if (stays || !possible(obstacles, meant)) return false;
  leaving.forEach((one, index) => walls[index] && model.put(one, walls[index]));
  tally.moves += leaving.length;
  return true;
}

/** What asks for no judgement. @returns whether it can be */
function apply(model: WeekModel, step: Step): boolean {
  if (step.kind === 'wait') model.now += step.days * DAY_MS;
  if (step.kind === 'holiday') model.close({ date: model.dateIn(step.days), time: '00:00' }, { date: model.dateIn(step.days + step.length), time: '00:00' });
  if (step.kind === 'block') {
    const [from, until] = [step.from, step.until].map((time) => ({ date: model.dateIn(step.days), time }));
    if (!from || !until || from.time >= until.time || model.instantOf(from) === undefined || model.instantOf(until) === undefined) return false;
    model.close(from, until);
  }
  if (step.kind === 'cancel' || step.kind === 'cancel-following') {
    const first = model.pick(step.which);
    if (!first || (step.kind === 'cancel-following' && first.series === null)) return false;
    for (const one of step.kind === 'cancel' ? [first] : model.following(first)) one.standing = false;
  }
  return step.kind !== 'no-show' || (model.pick(step.which)?.start ?? Infinity) <= model.now;
}

describe('a practice', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000000', BOOKING_WAVE_LIMIT: '1000000' });
  });
  afterAll(() => test.close());

  it(`does in ${HISTORIES} histories what the model does: what is shown before saving is what saving refuses, and all of a series moves or nothing`, async () => {
    let visitors = 0;
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(history, async ([practice, all]) => {
        test.clock.set(new Date(practice.now).toISOString());
        const model = new WeekModel(practice);
        let open = await openPractice(test, { duration_minutes: practice.durationMinutes });
        await furnish(open, practice);
        const ids = new Map<number, string>();
        for (const step of all) {
          if (step.kind === 'wait') {
            test.clock.advance(step.days * DAY_MS);
            open = { ...open, therapist: await signInAnew(test, open.therapist) };
          }
          calls += 1;
          visitors += 1;
          await lived(test, { open, model, ids, visitor: `visitor-${visitors}@example.org` }, step);
          const rows = await test.database.query<{ start: string; wall: string }>(
            `select (extract(epoch from starts_at) * 1000)::bigint::text as start, to_char(local_date, 'YYYY-MM-DD') || ' ' || local_time as wall from bookings where therapist_id = $1 and status <> 'cancelled' order by starts_at`,
            [open.therapist.id],
          );
          expect(rows).toEqual([...model.standing].sort((a, b) => a.start - b.start).map(({ start, date, time }) => ({ start: String(start), wall: `${date} ${time}` })));
        }
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
    process.stdout.write(`a week in a practice: ${HISTORIES} histories of ${calls} steps, each compared with Postgres\n`);
  });
});

async function furnish({ therapist, slug }: OpenPractice, practice: Practice): Promise<void> {
  await therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: practice.zone, custom_slug: slug }).expect(200);
  const weekly = Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    windows: practice.allDay ? [{ first_start: '00:00', last_start: '23:45', every_minutes: 15 }] : weekday % 6 === 0 ? [] : [{ first_start: '09:00', last_start: '17:30', every_minutes: 30 }],
  }));
  const rules = { buffer_before_minutes: practice.gapMinutes, buffer_after_minutes: 0, minimum_notice_hours: 0, cancellation_notice_hours: 24, horizon_days: practice.horizonDays };
  await therapist.put('/api/therapist/working-hours', { weekly, overrides: [], ...rules }).expect(200);
}

interface Life {
  open: OpenPractice;
  model: WeekModel;
  /** Of the model's appointments. */
  ids: Map<number, string>;
  visitor: string;
}

/** One step through the API, which has to answer what the model expects. */
async function lived(test: TestApp, { open: { therapist, serviceId: service_id }, model, ids, visitor }: Life, step: Step): Promise<void> {
  const known = (from: number, rows: unknown): void => (rows as { id: string }[]).forEach(({ id }, index) => ids.set(from + index, id));
  const path = (one: Appointment, what: string): string => `/api/therapist/bookings/${ids.get(one.key)}/${what}`;
  if (step.kind === 'series') {
    const [first_date, count] = [model.dateIn(step.days), step.count];
    const series = { service_id, appointment_time: step.time, every_weeks: step.everyWeeks };
    const shown = await therapist.get(`/api/therapist/bookings/series?${new URLSearchParams({ ...series, every_weeks: String(step.everyWeeks), first_date, count: String(count) }).toString()}`).expect(200);
    const previewed = shown.body as { date: string; obstacle: Obstacle }[];
    const dates = previewed.map(({ date }) => date);
    const obstacles = model.judge(dates.map((date) => ({ date, time: step.time })));
    expect(previewed.map(({ obstacle }) => obstacle)).toEqual(obstacles);
    const make = (body: object, status: number) => therapist.post('/api/therapist/bookings/series', { ...series, client_name: 'Kim Park', client_email: 'kim@example.org', ...body }).expect(status);
    if (!possible(obstacles, false)) await make({ dates }, finalIn(obstacles) ? 409 : 422);
    const from = model.appointments.length;
    const made = addSeries(model, step, dates, obstacles);
    if (made.length > 0) known(from, (await make({ dates: made, on_purpose: made.filter((date) => obstacles[dates.indexOf(date)] !== null) }, 201)).body);
  } else if (step.kind === 'move' || step.kind === 'move-following') {
    const first = model.pick(step.which);
    if (!first) return;
    const [isAll, to] = [step.kind === 'move-following', target(first, step.days, step.time)];
    const body = { starts_at: new Date(first.start).toISOString(), appointment_date: to.date, appointment_time: to.time, on_purpose: step.meant };
    const call = () => therapist.put(path(first, isAll ? 'following/time' : 'time'), body);
    if (isAll && first.series === null) return void (await call().expect(422));
    const leaving = isAll ? model.following(first) : [first];
    const walls = movedWalls(model, first, leaving, step);
    const obstacles = model.judge(walls, leaving);
    const { status } = await call();
    const isMoved = move(model, leaving, walls, obstacles, step.meant);
    const isConflict = obstacles.includes('appointment') || (isAll && finalIn(obstacles));
    expect({ step, obstacles, status }).toEqual({ step, obstacles, status: isMoved ? 200 : isConflict ? 409 : 422 });
  } else if (step.kind === 'visitor') {
    const wall = { date: model.dateIn(step.days), time: step.time };
    const isOffered = model.isOffered(wall);
    const { status, body } = await test.http.post('/api/bookings').send({ service_id, client_name: 'Ines Duarte', client_email: visitor, appointment_date: wall.date, appointment_time: wall.time });
    expect({ wall, isBooked: status === 201, isRefused: status === 409 || status === 422 }).toEqual({ wall, isBooked: isOffered, isRefused: !isOffered });
    if (isOffered) {
      known(model.appointments.length, [body]);
      addVisitor(model, wall);
    }
  } else if (step.kind === 'cancel' || step.kind === 'cancel-following' || step.kind === 'no-show') {
    const one = model.pick(step.which);
    if (!one) return;
    const call = step.kind === 'no-show' ? therapist.put(path(one, 'no-show'), { no_show: true }) : therapist.put(path(one, step.kind === 'cancel' ? 'status' : 'following/status'), { status: 'cancelled' });
    await call.expect(apply(model, step) ? 200 : 422);
  } else if (step.kind === 'wait') apply(model, step);
  else {
    const first_date = model.dateIn(step.days);
    const body = step.kind === 'block' ? { kind: 'block', first_date, start_time: step.from, end_time: step.until } : { kind: 'holiday', first_date, last_date: model.dateIn(step.days + step.length - 1) };
    await therapist.post('/api/therapist/time-off', { ...body, keep_appointments: true }).expect(apply(model, step) ? 201 : 422);
  }
}
