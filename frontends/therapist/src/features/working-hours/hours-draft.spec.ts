import type { WorkingHours } from './working-hours.api';
import { hasErrors, hoursBody, hoursDraft, hoursErrors, sameHours, withDay, withMondayOnWeekdays } from './hours-draft';
import { nextWindow, startTimes, windowErrors } from './start-windows';

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
const draft = () => hoursDraft(stored, TODAY);
const windowOf = (first: string, last: string, key = `${first}-${last}`) => ({ key, first, last, every: 30 });

describe('hours as they are sent', () => {
  it('are what was stored, without the time zone and without dates gone by', () => {
    expect(hoursBody(draft())).toEqual({
      ...stored,
      timezone: undefined,
      overrides: [
        { date: '2026-12-05', windows: [nine] },
        { date: '2026-12-24', windows: [] },
      ],
    });
  });

  it('close a day, open another and put windows in the order of the day', () => {
    const edited = withDay(withDay(draft(), 1, []), 6, [windowOf('14:00', '16:00'), windowOf('09:00', '11:00')]);
    const { weekly } = hoursBody(edited);
    expect(weekly[1]).toEqual({ weekday: 1, windows: [] });
    expect(weekly[6]?.windows.map((one) => one.first_start)).toEqual(['09:00', '14:00']);
  });

  it("carry Monday's hours to Tuesday to Friday and leave the weekend", () => {
    const edited = withMondayOnWeekdays(withDay(draft(), 1, [windowOf('10:00', '12:00')]));
    const firsts = hoursBody(edited).weekly.map((day) => day.windows[0]?.first_start ?? 'closed');
    expect(firsts).toEqual(['closed', '10:00', '10:00', '10:00', '10:00', '10:00', 'closed']);
  });

  it('are the same however their rows are keyed', () => {
    expect(sameHours(draft(), draft())).toBe(true);
    expect(sameHours(draft(), withDay(draft(), 1, []))).toBe(false);
  });
});

describe('windows of start times', () => {
  it('come to the 18 starts of an ordinary day', () => {
    const times = startTimes({ first: '09:00', last: '17:30', every: 30 });
    expect(times).toHaveLength(18);
    expect(times.at(-1)).toBe('17:30');
  });

  it('must be complete, forward and apart', () => {
    expect(windowErrors([windowOf('', '10:00', 'a')])).toEqual({ a: 'Enter a time such as 09:00.' });
    expect(windowErrors([windowOf('11:00', '10:00', 'a')])).toEqual({
      a: 'The last start must not be before the first start.',
    });
    expect(windowErrors([windowOf('09:00', '12:00', 'a'), windowOf('12:00', '14:00', 'b')])).toEqual({
      b: 'These hours overlap with another window of the same day.',
    });
    expect(windowErrors([windowOf('12:30', '14:00'), windowOf('09:00', '12:00')])).toEqual({});
  });

  it('are added after the last one of the day', () => {
    expect(nextWindow([])).toMatchObject({ first: '09:00', last: '17:30', every: 30 });
    const next = nextWindow([windowOf('09:00', '12:00')]);
    expect(windowErrors([windowOf('09:00', '12:00'), next])).toEqual({});
  });
});

describe('what is wrong with the hours', () => {
  it('is nothing at first', () => {
    expect(hasErrors(hoursErrors(draft(), TODAY))).toBe(false);
  });

  it('is a date that is missing, past or twice', () => {
    const override = (key: string, date: string) => ({ key, date, windows: [] });
    const overrides = [override('a', ''), override('b', '2026-11-23'), override('c', TODAY), override('d', TODAY)];
    expect(hoursErrors({ ...draft(), overrides }, TODAY).rows).toEqual({
      a: 'Choose a date.',
      b: 'Choose a date from today on.',
      d: 'This date has its own hours already.',
    });
  });

  it('is a number out of its range', () => {
    const rules = { ...draft().rules, horizon_days: '0', buffer_before_minutes: '' };
    const found = hoursErrors({ ...draft(), rules }, TODAY).rules;
    expect(found.horizon_days).toBe('Enter a whole number from 1 to 365.');
    expect(found.buffer_before_minutes).toBe('Enter a whole number from 0 to 240.');
  });
});
