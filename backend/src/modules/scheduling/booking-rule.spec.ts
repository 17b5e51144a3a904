import { checkStart, startInstant } from './booking-rule';
import { freeTimes } from './free-times';
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
