import * as fc from 'fast-check';
import { Client } from 'pg';
import { DAY_MS, formatDate, MINUTE_MS, parseDate, ZoneClock } from '../../src/modules/scheduling/rules/calendar';
import { BusyInterval, freeTimes, FreeTimesRequest } from '../../src/modules/scheduling/rules/free-times';
import { StartWindow } from '../../src/modules/scheduling/rules/working-rules';

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Toronto',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Australia/Sydney',
];
const FULL = process.env['PROOF'] === 'full';
const CASES = FULL ? 120_000 : 10_000;
const BATCH = 2_000;
const SEED = 20_261_121;
const FIRST_DAY = parseDate('2026-11-21') ?? 0;
const LAST_DAY = parseDate('2036-12-31') ?? 0;

/**
 * The whole rule once more, in SQL over `AT TIME ZONE`, sharing nothing with the kernel. A wall time is the earliest
 * instant that Postgres shows as this wall time (these zones change by an hour); one without any is skipped by the clock.
 */
const ORACLE = `
  with cases as (
    select n, c->>'zone' as zone, (c->>'date')::date as day, (c->>'duration')::int as duration, (c->>'gap')::int as gap,
      (c->>'notice')::int as notice, (c->>'horizon')::int as horizon, to_timestamp((c->>'now')::bigint / 1000.0) as now,
      c->'windows' as windows, c->'busy' as busy
    from jsonb_array_elements($1::jsonb) with ordinality as t(c, n)
  ), starts as (
    select n, zone, day, duration, gap, notice, now, busy, day + make_interval(mins => minute) as wall
    from cases, jsonb_array_elements(windows) as w,
      generate_series((w->>'first')::int, (w->>'last')::int, (w->>'every')::int) as minute
    where day > (now at time zone zone)::date and day <= (now at time zone zone)::date + horizon
  ), instants as (
    select *, (
      select min(candidate) from (values (-60), (0), (60)) as shifts(minutes),
        lateral (select (wall at time zone zone) + make_interval(mins => minutes) as candidate) as shifted
      where candidate at time zone zone = wall
    ) as starts_at
    from starts
  )
  select n::int - 1 as index, array_agg(to_char(wall, 'HH24:MI') order by wall) as times
  from instants
  where starts_at is not null
    and starts_at >= now + make_interval(hours => notice)
    and not exists (
      select 1 from jsonb_array_elements(busy) as b
      where tstzrange(to_timestamp((b->>0)::bigint / 1000.0) - make_interval(mins => gap), to_timestamp((b->>1)::bigint / 1000.0) + make_interval(mins => gap))
        && tstzrange(starts_at, starts_at + make_interval(mins => duration))
    )
  group by n`;

/** Days around a clock change of a zone: half of the cases look there. */
const changeDays = new Map(
  ZONES.map((zone) => {
    const clock = ZoneClock.of(zone);
    const length = (day: number): number => (clock.instantOf(day + 1, 720) ?? 0) - (clock.instantOf(day, 720) ?? 0);
    const days = Array.from({ length: LAST_DAY - FIRST_DAY }, (_, index) => FIRST_DAY + index);
    return [zone, days.filter((day) => length(day) !== DAY_MS).flatMap((day) => [day, day + 1])];
  }),
);

const dayOf = (zone: string): fc.Arbitrary<number> => {
  const any = fc.integer({ min: FIRST_DAY, max: LAST_DAY });
  const changes = changeDays.get(zone) ?? [];
  return changes.length === 0 ? any : fc.oneof(any, fc.constantFrom(...changes));
};

/** Windows of one day, sorted and apart; many lie in the hours where clocks change. */
const windowsArbitrary: fc.Arbitrary<readonly StartWindow[]> = fc.oneof(
  fc.constant([{ first: 540, last: 1050, every: 30 }]),
  fc
    .tuple(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 300 }), fc.constantFrom(5, 10, 15, 30, 45, 60))
    .chain(([first, span, every]) =>
      fc.tuple(fc.integer({ min: first + span + 1, max: 1439 }), fc.integer({ min: 0, max: 600 }), fc.integer({ min: 15, max: 240 })).map(
        ([second, secondSpan, secondEvery]) => [
          { first, last: first + span, every },
          { first: second, last: Math.min(second + secondSpan, 1439), every: secondEvery },
        ],
      ),
    ),
);

const caseArbitrary: fc.Arbitrary<FreeTimesRequest> = fc.constantFrom(...ZONES).chain((zone) =>
  fc
    .record({
      day: dayOf(zone),
      windows: windowsArbitrary,
      durationMinutes: fc.integer({ min: 15, max: 240 }),
      bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 30, 240),
      bufferAfterMinutes: fc.constantFrom(0, 0, 10, 60),
      minimumNoticeHours: fc.constantFrom(0, 0, 1, 24, 48, 720),
      horizonDays: fc.constantFrom(1, 7, 60, 365),
      hoursAhead: fc.oneof(fc.integer({ min: -30, max: 80 }), fc.integer({ min: 24, max: 24 * 70 })),
      busy: fc.array(fc.tuple(fc.integer({ min: -600, max: 2400 }), fc.integer({ min: 1, max: 400 })), { maxLength: 8 }),
    })
    .map(({ day, windows, durationMinutes, hoursAhead, busy, ...rules }) => ({
      rules: { zone, weekly: Array.from({ length: 7 }, () => windows), overrides: {}, ...rules },
      durationMinutes,
      from: formatDate(day),
      to: formatDate(day),
      now: day * DAY_MS + 12 * 60 * MINUTE_MS - hoursAhead * 60 * MINUTE_MS,
      busy: busy
        .map(([start, length]): BusyInterval => ({ startsAt: day * DAY_MS + start * MINUTE_MS, endsAt: day * DAY_MS + (start + length) * MINUTE_MS }))
        .sort((a, b) => a.startsAt - b.startsAt),
    })),
);

function toJson({ rules, durationMinutes, from, now, busy }: FreeTimesRequest): object {
  return {
    zone: rules.zone,
    date: from,
    duration: durationMinutes,
    gap: Math.max(rules.bufferBeforeMinutes, rules.bufferAfterMinutes),
    notice: rules.minimumNoticeHours,
    horizon: rules.horizonDays,
    now,
    windows: rules.weekly[0],
    busy: busy.map(({ startsAt, endsAt }) => [startsAt, endsAt]),
  };
}

describe('free times against Postgres', () => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ connectionString: process.env['TEST_DATABASE_ADMIN_URL'] });
    await client.connect();
  });

  afterAll(() => client.end());

  it(`agree in ${CASES} cases over 9 zones and 10 years`, async () => {
    let offered = 0;
    let withClockChange = 0;
    for (let done = 0; done < CASES; done += BATCH) {
      const batch = fc.sample(caseArbitrary, { seed: SEED + done, numRuns: BATCH });
      const { rows } = await client.query<{ index: number; times: string[] }>(ORACLE, [JSON.stringify(batch.map(toJson))]);
      const expected = new Map(rows.map(({ index, times }) => [index, times]));
      batch.forEach((request, index) => {
        const times = freeTimes(request)[0]?.times ?? [];
        const wanted = expected.get(index) ?? [];
        // Only a difference is worth the price of an assertion and its text.
        if (times.join() !== wanted.join()) expect({ request, times }).toEqual({ request, times: wanted });
        offered += times.length;
        if (changeDays.get(request.rules.zone)?.includes(parseDate(request.from) ?? 0)) withClockChange += 1;
      });
    }
    expect(withClockChange).toBeGreaterThan(CASES / 4);
    expect(offered).toBeGreaterThan(CASES);
    if (FULL) process.stdout.write(`free times: ${CASES} cases equal to Postgres, ${withClockChange} at a clock change, ${offered} times offered\n`);
  });

  it.each(ZONES)('keep the default grid on every weekday of ten years in %s', (zone) => {
    const weekly = [[], ...Array.from({ length: 5 }, () => [{ first: 540, last: 1050, every: 30 }]), []];
    const rules = { zone, weekly, overrides: {}, bufferBeforeMinutes: 0, bufferAfterMinutes: 0, minimumNoticeHours: 0, horizonDays: 40_000 };
    const request = { rules, durationMinutes: 60, from: formatDate(FIRST_DAY), to: formatDate(LAST_DAY), now: (FIRST_DAY - 3) * DAY_MS, busy: [] };
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const clock = ZoneClock.of(zone);
    let previous = -Infinity;
    for (const { date, times } of freeTimes(request)) {
      const day = parseDate(date) ?? 0;
      const weekend = [0, 6].includes(new Date(day * DAY_MS).getUTCDay());
      if (times.length !== (weekend ? 0 : 18)) throw new Error(`${date} offers ${times.length} times`);
      const first = times.length > 0 ? clock.instantOf(day, 540) : undefined;
      if (first === undefined) continue;
      expect(format.format(first)).toBe(`${date} 09:00`);
      expect(first).toBeGreaterThan(previous);
      previous = first;
    }
  });
});
