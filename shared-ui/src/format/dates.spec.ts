import { addDays, addMonths, daysBetween, firstOfMonth, formatDate, lastOfMonth, weekStart } from './dates';

describe('formatDate', () => {
  it.each([
    ['full', 'Tuesday 24 November 2026'],
    ['long', 'Tuesday 24 November'],
    ['medium', 'Tue 24 Nov'],
    ['short', '24 Nov 2026'],
    ['month', 'November 2026'],
    ['weekday', 'Tue'],
  ] as const)('%s', (style, text) => expect(formatDate('2026-11-24', style)).toBe(text));

  it('shortens September to three letters', () => expect(formatDate('2026-09-01')).toBe('Tue 1 Sep'));
});

describe('calendar arithmetic', () => {
  it('crosses months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
  it('keeps to the end of shorter months', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });
  it('finds the first and the last of a month', () => {
    expect([firstOfMonth('2026-11-24'), lastOfMonth('2026-11-24'), lastOfMonth('2028-02-01')]).toEqual(['2026-11-01', '2026-11-30', '2028-02-29']);
  });
  it('begins the week on any day', () => {
    expect([weekStart('2026-11-24', 1), weekStart('2026-11-29', 1), weekStart('2026-11-29', 0), weekStart('2026-12-01', 6)]).toEqual(['2026-11-23', '2026-11-23', '2026-11-29', '2026-11-28']);
  });
  it('counts whole days, also where a clock changes', () => {
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-03-09', '2026-03-07')).toBe(-2);
  });
});
