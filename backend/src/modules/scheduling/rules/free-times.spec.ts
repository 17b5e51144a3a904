import * as fc from 'fast-check';
import { MINUTE_MS } from './calendar';
import { BusyInterval, busyRange, checkStart, FreeDay, freeTimes, FreeTimesRequest, isFree, startInstant } from './free-times';
import { DEFAULT_RULES, WorkingRules } from './working-rules';

/** Friday, 10:00 in New York. */
const NOW = Date.parse('2027-01-08T15:00:00Z');
const RULES: WorkingRules = { ...DEFAULT_RULES, zone: 'America/New_York' };

describe('the rule for a start', () => {
  it('gives the instant of an allowed start', () => {
    expect(checkStart(RULES, '2027-01-11', '17:30', NOW)).toEqual({ startsAt: new Date('2027-01-11T22:30:00Z') });
  });

  it.each([
    ['2027-01-07', '09:00', 'That date is in the past. Please choose a day from tomorrow on.'],
    ['2027-01-08', '17:00', 'Appointments can be booked from tomorrow on.'],
    ['2027-03-10', '09:00', 'Appointments can be booked at most 60 days ahead.'],
    ['2027-01-10', '09:00', 'There are no appointments on that day.'],
    ['2027-01-11', '03:07', 'No appointment starts at 03:07 on that day.'],
    ['2027-01-11', '18:00', 'No appointment starts at 18:00 on that day.'],
    ['2027-01-11', '09:15', 'No appointment starts at 09:15 on that day.'],
    ['2027-02-30', '09:00', 'That date is not in the calendar.'],
    ['2027-01-11', '24:00', 'That is not a time of day.'],
  ])('refuses %s %s', (date, time, rule) => {
    expect(checkStart(RULES, date, time, NOW)).toEqual({ rule });
  });

  it('refuses a start within the minimum notice', () => {
    const strict = { ...RULES, minimumNoticeHours: 72 };
    expect(checkStart(strict, '2027-01-11', '09:30', NOW)).toEqual({ rule: 'Appointments must be booked at least 72 hours ahead.' });
    expect(checkStart(strict, '2027-01-11', '10:00', NOW)).toEqual({ startsAt: new Date('2027-01-11T15:00:00Z') });
  });

  it('refuses a time that the clock skips', () => {
    const open = { ...RULES, horizonDays: 365, overrides: { '2027-03-14': [{ first: 0, last: 1410, every: 30 }] } };
    expect(checkStart(open, '2027-03-14', '02:30', NOW)).toEqual({ rule: 'The clocks change on that day and there is no 02:30.' });
    expect(startInstant('America/New_York', '2027-03-14', '02:30')).toBe('skipped');
  });

  it('allows exactly what the free times offer when nothing is taken', () => {
    const open: WorkingRules = {
      ...RULES,
      zone: 'Australia/Sydney',
      horizonDays: 100,
      minimumNoticeHours: 50,
      overrides: { '2027-04-04': [{ first: 60, last: 240, every: 15 }], '2027-01-12': [] },
    };
    const request = { rules: open, durationMinutes: 50, from: '2027-01-05', to: '2027-04-30', now: NOW, busy: [] };
    for (const { date, times } of freeTimes(request)) {
      for (let minute = 0; minute < 1440; minute += 15) {
        const time = new Date(minute * 60_000).toISOString().slice(11, 16);
        expect([date, time, 'startsAt' in checkStart(open, date, time, NOW)]).toEqual([date, time, times.includes(time)]);
      }
    }
  });
});

const DEFAULT_TIMES = [9, 10, 11, 12, 13, 14, 15, 16, 17].flatMap((hour) => [0, 30].map((minute) => clockText(hour, minute)));

function clockText(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function rules(changes: Partial<WorkingRules> = {}): WorkingRules {
  return { ...DEFAULT_RULES, zone: 'America/New_York', ...changes };
}

function taken(from: string, to: string): BusyInterval {
  return { startsAt: Date.parse(from), endsAt: Date.parse(to) };
}

function days(changes: Partial<FreeTimesRequest> = {}): FreeDay[] {
  return freeTimes({ rules: rules(), durationMinutes: 60, from: '2027-01-11', to: '2027-01-11', now: NOW, busy: [], ...changes });
}

function times(changes: Partial<FreeTimesRequest> = {}): string[] {
  return days(changes)[0]?.times ?? [];
}

describe('free times', () => {
  it('offers the 18 default starts from Monday to Friday and lists closed days as empty', () => {
    const week = days({ from: '2027-01-10', to: '2027-01-16' });
    expect(week.map(({ date }) => date)).toEqual(['2027-01-10', '2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15', '2027-01-16']);
    expect(week.map((day) => day.times.length)).toEqual([0, 18, 18, 18, 18, 18, 0]);
    expect(week[1]?.times).toEqual(DEFAULT_TIMES);
  });

  it('never offers the past, today or days beyond the horizon', () => {
    const offered = days({ rules: rules({ horizonDays: 4 }), from: '2027-01-04', to: '2027-01-14' }).filter((day) => day.times.length > 0);
    expect(offered.map(({ date }) => date)).toEqual(['2027-01-11', '2027-01-12']);
  });

  it("counts tomorrow in the therapist's zone", () => {
    const now = Date.parse('2027-01-11T20:00:00Z');
    expect(times({ rules: rules({ zone: 'Asia/Tokyo' }), now, from: '2027-01-12', to: '2027-01-12' })).toEqual([]);
    expect(times({ rules: rules({ zone: 'America/Los_Angeles' }), now, from: '2027-01-12', to: '2027-01-12' })).toHaveLength(18);
  });

  it('keeps the minimum notice', () => {
    // 15:00 UTC on Friday is 10:00 in New York; 72 hours later it is Monday, 10:00.
    expect(times({ rules: rules({ minimumNoticeHours: 72 }) })).toEqual(DEFAULT_TIMES.slice(2));
  });

  it('leaves out starts whose appointment would touch a taken time, and no others', () => {
    const busy = [taken('2027-01-11T15:00:00Z', '2027-01-11T16:00:00Z')];
    expect(DEFAULT_TIMES.filter((time) => !times({ busy }).includes(time))).toEqual(['09:30', '10:00', '10:30']);
    expect(DEFAULT_TIMES.filter((time) => !times({ busy, durationMinutes: 90 }).includes(time))).toEqual(['09:00', '09:30', '10:00', '10:30']);
  });

  it.each([
    [{ bufferAfterMinutes: 15 }, ['09:00', '09:30', '10:00', '10:30', '11:00']],
    [{ bufferBeforeMinutes: 15 }, ['09:00', '09:30', '10:00', '10:30', '11:00']],
    [{ bufferBeforeMinutes: 30, bufferAfterMinutes: 30 }, ['09:00', '09:30', '10:00', '10:30', '11:00']],
    [{ bufferBeforeMinutes: 0, bufferAfterMinutes: 45 }, ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']],
  ])('keeps the buffers %j free on both sides', (buffers, missing) => {
    const busy = [taken('2027-01-11T15:00:00Z', '2027-01-11T16:00:00Z')];
    const offered = times({ rules: rules(buffers), busy });
    expect(DEFAULT_TIMES.filter((time) => !offered.includes(time))).toEqual(missing);
  });

  it('lets an override open a Sunday, close a Monday and change the times', () => {
    const overrides = { '2027-01-10': [{ first: 600, last: 660, every: 60 }], '2027-01-11': [] };
    const offered = days({ rules: rules({ overrides }), from: '2027-01-10', to: '2027-01-11' });
    expect(offered.map((day) => day.times)).toEqual([['10:00', '11:00'], []]);
  });

  it('never offers a time that the clock skips', () => {
    const overrides = { '2027-03-14': [{ first: 60, last: 210, every: 30 }] };
    const request = { rules: rules({ overrides, horizonDays: 365 }), from: '2027-03-14', to: '2027-03-14' };
    expect(times(request)).toEqual(['01:00', '01:30', '03:00', '03:30']);
  });

  it('takes an ambiguous time as the first one', () => {
    const overrides = { '2027-11-07': [{ first: 30, last: 150, every: 30 }] };
    const request = { rules: rules({ overrides, horizonDays: 365 }), from: '2027-11-07', to: '2027-11-07', durationMinutes: 30 };
    const firstOneOClock = taken('2027-11-07T05:00:00Z', '2027-11-07T05:30:00Z');
    const secondOneOClock = taken('2027-11-07T06:00:00Z', '2027-11-07T06:30:00Z');
    expect(times(request)).toEqual(['00:30', '01:00', '01:30', '02:00', '02:30']);
    expect(times({ ...request, busy: [firstOneOClock] })).toEqual(['00:30', '01:30', '02:00', '02:30']);
    expect(times({ ...request, busy: [secondOneOClock] })).toEqual(['00:30', '01:00', '01:30', '02:00', '02:30']);
  });

  it('sees a taken time that began long before and one inside another', () => {
    const busy = [taken('2027-01-10T00:00:00Z', '2027-01-11T18:00:00Z'), taken('2027-01-11T15:00:00Z', '2027-01-11T15:30:00Z')];
    expect(times({ busy })[0]).toBe('13:00');
  });

  it('reads everything that can matter', () => {
    expect(busyRange('2027-01-11', '2027-01-12')).toEqual({ startsAt: new Date('2027-01-10T00:00:00Z'), endsAt: new Date('2027-01-14T00:00:00Z') });
  });

  it('refuses a date that does not exist', () => {
    expect(() => days({ from: '2027-02-30', to: '2027-03-01' })).toThrow(RangeError);
  });

  it('offers exactly the starts that stand free of every taken time', () => {
    const minute = fc.integer({ min: 0, max: 3 * 1440 });
    const interval = fc.tuple(minute, fc.integer({ min: 5, max: 600 }));
    const buffer = fc.integer({ min: 0, max: 60 });
    const begin = Date.parse('2027-01-11T00:00:00Z');
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 12 }), buffer, buffer, fc.integer({ min: 15, max: 240 }), (raw, before, after, durationMinutes) => {
        const busy = raw
          .map(([start, length]) => ({ startsAt: begin + start * MINUTE_MS, endsAt: begin + (start + length) * MINUTE_MS }))
          .sort((a, b) => a.startsAt - b.startsAt);
        const withBuffers = rules({ bufferBeforeMinutes: before, bufferAfterMinutes: after });
        for (const day of days({ rules: withBuffers, durationMinutes, busy, to: '2027-01-13' })) {
          const expected = DEFAULT_TIMES.filter((time) => {
            const start = startInstant('America/New_York', day.date, time);
            return start !== 'skipped' && isFree(withBuffers, busy, start.startsAt.getTime(), durationMinutes);
          });
          expect(day.times).toEqual(expected);
        }
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});
