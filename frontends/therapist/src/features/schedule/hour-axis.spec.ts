import { clockChange, dayBounds } from './clock-change';
import { changeWords, hourAxis, hourLines, missingTime, placeOf } from './hour-axis';

const HOUR_MS = 3_600_000;
const PARIS = 'Europe/Paris';
const WHOLE = { from: 0, to: 2000 };
const at = (axis: ReturnType<typeof hourAxis>, date: string, iso: string) => placeOf(axis, date, Date.parse(iso));

describe('the clock of a day', () => {
  it('goes forward in spring and back in autumn, on no other day', () => {
    expect(clockChange('2026-03-29', PARIS)).toEqual({ at: 120, by: 60, instant: Date.parse('2026-03-29T01:00Z') });
    expect(clockChange('2026-10-25', PARIS)).toEqual({ at: 180, by: -60, instant: Date.parse('2026-10-25T01:00Z') });
    expect(clockChange('2026-03-28', PARIS)).toBeNull();
    expect(clockChange('2026-03-30', PARIS)).toBeNull();
  });

  it('may change at midnight, or by half an hour', () => {
    expect(clockChange('2026-04-24', 'Africa/Cairo')).toMatchObject({ at: 0, by: 60 });
    expect(clockChange('2026-10-29', 'Africa/Cairo')).toMatchObject({ at: 1440, by: -60 });
    expect(clockChange('2026-04-05', 'Australia/Lord_Howe')).toMatchObject({ at: 120, by: -30 });
    expect(clockChange('2026-10-04', 'Australia/Lord_Howe')).toMatchObject({ at: 120, by: 30 });
  });

  it('is told in words', () => {
    expect(changeWords(clockChange('2026-03-29', PARIS)!)).toBe('Clocks go forward from 02:00 to 03:00');
    expect(changeWords(clockChange('2026-10-25', PARIS)!)).toBe('Clocks go back from 03:00 to 02:00');
    expect(changeWords(clockChange('2026-10-29', 'Africa/Cairo')!)).toBe('Clocks go back from 00:00 to 23:00');
  });
});

describe('the hours of days side by side', () => {
  it('are the minutes of the clock', () => {
    const axis = hourAxis(['2026-11-24'], PARIS);
    expect(axis.length).toBe(1440);
    expect(at(axis, '2026-11-24', '2026-11-24T08:30Z')).toBe(9 * 60 + 30);
    expect(at(axis, '2026-11-24', '2026-11-23T10:00Z')).toBe(0);
    expect(at(axis, '2026-11-24', '2026-11-25T10:00Z')).toBe(1440);
  });

  it('leave out the hour that is skipped, on its day alone', () => {
    const axis = hourAxis(['2026-03-28', '2026-03-29'], PARIS);
    expect(at(axis, '2026-03-29', '2026-03-29T00:30Z')).toBe(90);
    expect(at(axis, '2026-03-29', '2026-03-29T01:00Z')).toBe(180);
    expect(at(axis, '2026-03-29', '2026-03-29T07:00Z')).toBe(9 * 60);
    expect(missingTime(axis, '2026-03-29')).toEqual({ from: 120, to: 180 });
    expect(missingTime(axis, '2026-03-28')).toBeNull();
  });

  it('have the hour twice that comes twice, and every day its times at the right name', () => {
    const axis = hourAxis(['2026-10-24', '2026-10-25', '2026-10-26'], PARIS);
    expect(axis.length).toBe(1500);
    const names = hourLines(axis, WHOLE).map(({ time, again }) => time + (again ? ' again' : ''));
    expect(names.slice(0, 6)).toEqual(['00:00', '01:00', '02:00', '02:00 again', '03:00', '04:00']);
    expect(at(axis, '2026-10-25', '2026-10-25T00:30Z')).toBe(150);
    expect(at(axis, '2026-10-25', '2026-10-25T01:30Z')).toBe(210);
    expect(at(axis, '2026-10-25', '2026-10-25T09:00Z')).toBe(11 * 60);
    expect(at(axis, '2026-10-24', '2026-10-24T08:00Z')).toBe(11 * 60);
    expect(missingTime(axis, '2026-10-25')).toBeNull();
    expect(missingTime(axis, '2026-10-24')).toEqual({ from: 180, to: 240 });
  });

  it('never put an hour beside the name of another, whatever the zone', () => {
    for (const zone of [PARIS, 'America/New_York', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Chatham', 'UTC']) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += 24 * HOUR_MS) {
        const date = new Date(day).toISOString().slice(0, 10);
        if (clockChange(date, zone) === null && new Date(day).getUTCDate() !== 15) continue;
        const axis = hourAxis([date], zone);
        const lines = new Map(hourLines(axis, WHOLE).map(({ place, time }) => [place, time]));
        const { start, end } = dayBounds(date, zone);
        let last = -1;
        for (let instant = start; instant < end; instant += HOUR_MS / 4) {
          const place = placeOf(axis, date, instant);
          expect(place).toBeGreaterThan(last);
          last = place;
          const time = clock.format(instant);
          if (time.endsWith(':00')) expect({ zone, date, place, time: lines.get(place) }).toEqual({ zone, date, place, time });
        }
      }
    }
  });
});
