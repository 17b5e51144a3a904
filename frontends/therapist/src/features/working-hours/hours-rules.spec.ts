import type { WorkingHours } from './working-hours.api';
import { bodyOf, type HoursValues, problemsOf, valuesOf } from './hours-rules';
import { nextWindow, startTimes, type TypedWindow, windowErrors } from './start-windows';

const TODAY = '2026-11-24';
const nine = { first_start: '09:00', last_start: '17:30', every_minutes: 30 };
const stored: WorkingHours = {
  timezone: 'America/New_York',
  weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, windows: weekday % 6 === 0 ? [] : [nine] })),
  overrides: [
    { date: '2026-12-24', windows: [] },
    { date: '2026-01-01', windows: [] },
    { date: '2026-12-05', windows: [nine] },
  ],
  buffer_before_minutes: 0,
  buffer_after_minutes: 10,
  minimum_notice_hours: 0,
  horizon_days: 60,
  cancellation_notice_hours: 24,
};
const values = () => valuesOf(stored, TODAY);
const windowOf = (first_start: string, last_start: string): TypedWindow => ({ first_start, last_start, every_minutes: '30' });
const withDay = (hours: HoursValues, weekday: number, windows: TypedWindow[]): HoursValues => ({
  ...hours,
  weekly: hours.weekly.map((day) => (day.weekday === String(weekday) ? { ...day, windows } : day)),
});

describe('hours as they are sent', () => {
  it('are what was stored, without the time zone and without dates gone by', () => {
    expect(bodyOf(values())).toEqual({
      ...stored,
      timezone: undefined,
      overrides: [
        { date: '2026-12-05', windows: [nine] },
        { date: '2026-12-24', windows: [] },
      ],
    });
  });

  it('close a day, open another and put windows in the order of the day', () => {
    const edited = withDay(withDay(values(), 1, []), 6, [windowOf('14:00', '16:00'), windowOf('09:00', '11:00')]);
    const { weekly } = bodyOf(edited);
    expect(weekly[1]).toEqual({ weekday: 1, windows: [] });
    expect(weekly[6]?.windows.map((one) => one.first_start)).toEqual(['09:00', '14:00']);
  });
});

describe('windows of start times', () => {
  it('come to the 18 starts of an ordinary day', () => {
    const times = startTimes(windowOf('09:00', '17:30'));
    expect(times).toHaveLength(18);
    expect(times.at(-1)).toBe('17:30');
  });

  it('must be complete, forward and apart', () => {
    expect(windowErrors([windowOf('', '10:00')])).toEqual({ 0: 'Enter a time such as 09:00.' });
    expect(windowErrors([windowOf('11:00', '10:00')])).toEqual({
      0: 'The last start must not be before the first start.',
    });
    expect(windowErrors([windowOf('09:00', '12:00'), windowOf('12:00', '14:00')])).toEqual({
      1: 'These hours overlap with another window of the same day.',
    });
    expect(windowErrors([windowOf('12:30', '14:00'), windowOf('09:00', '12:00')])).toEqual({});
  });

  it('are added after the last one of the day', () => {
    expect(nextWindow([])).toEqual(windowOf('09:00', '17:30'));
    const next = nextWindow([windowOf('09:00', '12:00')]);
    expect(windowErrors([windowOf('09:00', '12:00'), next])).toEqual({});
  });
});

describe('what is wrong with the hours', () => {
  it('is nothing at first', () => {
    expect(problemsOf(values(), TODAY)).toEqual({});
  });

  it('is a date that is missing, past or twice', () => {
    const overrides = ['', '2026-11-23', TODAY, TODAY].map((date) => ({ date, windows: [] }));
    expect(problemsOf({ ...values(), overrides }, TODAY)).toEqual({
      'overrides.0.date': 'Choose a date.',
      'overrides.1.date': 'Choose a date from today on.',
      'overrides.3.date': 'This date has its own hours already.',
    });
  });

  it('is a window, at its first start', () => {
    const overrides = [{ date: TODAY, windows: [windowOf('09:00', '')] }];
    expect(problemsOf({ ...withDay(values(), 1, [windowOf('11:00', '10:00')]), overrides }, TODAY)).toEqual({
      'weekly.1.windows.0.first_start': 'The last start must not be before the first start.',
      'overrides.0.windows.0.first_start': 'Enter a time such as 09:00.',
    });
  });

  it('is a number out of its range', () => {
    expect(problemsOf({ ...values(), horizon_days: '0', buffer_before_minutes: '' }, TODAY)).toEqual({
      horizon_days: 'Enter a whole number from 1 to 365.',
      buffer_before_minutes: 'Enter a whole number from 0 to 240.',
    });
  });
});
