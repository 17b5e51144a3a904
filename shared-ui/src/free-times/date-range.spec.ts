import { addDays, daysBetween } from '../format';
import { coversMonth, LONGEST_RANGE_DAYS, monthRange, nextRange, openingRange } from './date-range';

const length = ({ from, to }: { from: string; to: string }) => daysBetween(from, to) + 1;

describe('Ranges of days', () => {
  it('never ask for more than the server answers', () => {
    for (let day = '2026-01-01'; day < '2028-03-01'; day = addDays(day, 1)) {
      const opening = openingRange(day);
      expect(length(opening)).toBeLessThanOrEqual(LONGEST_RANGE_DAYS);
      expect(length(nextRange(opening))).toBe(LONGEST_RANGE_DAYS);
    }
  });

  it('open with this month and the next', () => {
    expect(openingRange('2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-12-31' });
    expect(openingRange('2026-07-01')).toEqual({ from: '2026-07-01', to: '2026-08-31' });
  });

  it('follow each other without a gap', () => {
    expect(nextRange({ from: '2026-11-21', to: '2026-12-31' })).toEqual({ from: '2027-01-01', to: '2027-03-03' });
  });

  it('span whole months', () => {
    expect(monthRange('2028-02-11')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});

describe('Whether a range covers a month', () => {
  const today = '2026-11-21';

  it('needs no days that are past', () => {
    expect(coversMonth({ from: '2026-11-22', to: '2026-11-30' }, '2026-11-01', today)).toBe(true);
    expect(coversMonth({ from: '2026-11-23', to: '2026-11-30' }, '2026-11-01', today)).toBe(false);
  });

  it('needs the last day', () => {
    expect(coversMonth({ from: today, to: '2026-12-21' }, '2026-12-01', today)).toBe(false);
    expect(coversMonth({ from: today, to: '2026-12-31' }, '2026-12-01', today)).toBe(true);
  });
});
