import { countOf, daysOf, partsOf } from './booking-days';

const rows = (...dates: string[]) => dates.map((appointment_date) => ({ appointment_date }));

describe('parts of a long list', () => {
  it('hold whole days in their order, each about as many rows', () => {
    const days = daysOf(rows('2026-11-24', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-26', '2026-11-26', '2026-11-27'));
    const parts = partsOf(days, 3);
    expect(parts.map((part) => part.map(({ date }) => date.slice(8)))).toEqual([['24', '25'], ['26'], ['27']]);
    expect(parts.map(countOf)).toEqual([3, 3, 1]);
    expect(partsOf([], 3)).toEqual([]);
  });
});
