import { dailyBars } from './analytics-panel';

test('the last seven days, the earliest first', () => {
  const days = Array.from({ length: 9 }, (_, index) => ({ date: `2026-11-${String(22 - index).padStart(2, '0')}`, count: index }));
  const bars = dailyBars(days);
  expect(bars).toHaveLength(7);
  expect(bars[0]).toEqual({ label: 'Mon', name: 'Monday 16 November', value: 6 });
  expect(bars.at(-1)).toEqual({ label: 'Sun', name: 'Sunday 22 November', value: 0 });
});
