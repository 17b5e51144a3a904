import { OutboxTiming } from './outbox-timing';

it('waits longer after each try, an hour at most, several hours in all', () => {
  const timing = new OutboxTiming();
  const waits = Array.from({ length: 17 }, (_, index) => timing.retryAfterMs(index + 1));
  expect(waits.slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
  expect(Math.max(...waits)).toBe(3_600_000);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(6);
  expect(hours).toBeLessThan(12);
});
