import * as fc from 'fast-check';
import { DAY_MS, formatDate, MINUTE_MS, parseDate, ZoneClock } from './calendar';

const ZONES = ['America/New_York', 'Europe/London', 'Europe/Paris', 'Asia/Tokyo', 'Australia/Sydney', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

function instant(zone: string, date: string, hours: number, minutes = 0): string | undefined {
  const found = ZoneClock.of(zone).instantOf(parseDate(date) ?? 0, hours * 60 + minutes);
  return found === undefined ? undefined : new Date(found).toISOString();
}

/** The slow way: every quarter of an hour around the wall time, as Intl shows it. */
function firstInstantShown(zone: string, day: number, minute: number): number | undefined {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const wall = day * DAY_MS + minute * MINUTE_MS;
  const text = new Date(wall).toISOString().slice(0, 16).replace('T', ' ');
  for (let candidate = wall - 15 * 60 * MINUTE_MS; candidate <= wall + 13 * 60 * MINUTE_MS; candidate += 15 * MINUTE_MS) {
    if (format.format(candidate) === text) return candidate;
  }
  return undefined;
}

describe('ZoneClock', () => {
  it('maps wall times on an ordinary day', () => {
    expect(instant('America/New_York', '2027-01-11', 9)).toBe('2027-01-11T14:00:00.000Z');
    expect(instant('Asia/Tokyo', '2027-01-11', 0, 30)).toBe('2027-01-10T15:30:00.000Z');
  });

  it('has no instant for a time that the clock skips', () => {
    expect(instant('America/New_York', '2027-03-14', 1, 59)).toBe('2027-03-14T06:59:00.000Z');
    expect(instant('America/New_York', '2027-03-14', 2)).toBeUndefined();
    expect(instant('America/New_York', '2027-03-14', 2, 59)).toBeUndefined();
    expect(instant('America/New_York', '2027-03-14', 3)).toBe('2027-03-14T07:00:00.000Z');
    expect(instant('Australia/Lord_Howe', '2027-10-03', 2, 15)).toBeUndefined();
  });

  it('takes the first of a time that the clock shows twice', () => {
    expect(instant('America/New_York', '2027-11-07', 1, 30)).toBe('2027-11-07T05:30:00.000Z');
    expect(instant('America/New_York', '2027-11-07', 2)).toBe('2027-11-07T07:00:00.000Z');
    expect(instant('Europe/London', '2027-10-31', 1)).toBe('2027-10-31T00:00:00.000Z');
  });

  it('knows the local day of an instant', () => {
    const dayOf = (zone: string, at: string) => formatDate(ZoneClock.of(zone).dayOf(Date.parse(at)));
    expect(dayOf('America/New_York', '2027-01-12T04:59:59Z')).toBe('2027-01-11');
    expect(dayOf('America/New_York', '2027-01-12T05:00:00Z')).toBe('2027-01-12');
    expect(dayOf('Australia/Sydney', '2027-04-03T13:30:00Z')).toBe('2027-04-04');
    expect(dayOf('Australia/Sydney', '2027-04-04T13:30:00Z')).toBe('2027-04-04');
    expect(dayOf('Australia/Sydney', '2027-04-04T14:00:00Z')).toBe('2027-04-05');
  });

  it('refuses an unknown zone', () => {
    expect(() => ZoneClock.of('Mars/Olympus')).toThrow(RangeError);
  });

  it('agrees with Intl in every quarter of an hour', () => {
    const from = parseDate('2026-11-21') ?? 0;
    const to = parseDate('2036-12-31') ?? 0;
    const quarter = fc.integer({ min: 0, max: 95 }).map((n) => n * 15);
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: from, max: to }), quarter, (zone, day, minute) => {
        expect(ZoneClock.of(zone).instantOf(day, minute)).toBe(firstInstantShown(zone, day, minute));
      }),
      { seed: 20261121, numRuns: 400 },
    );
  });
});
