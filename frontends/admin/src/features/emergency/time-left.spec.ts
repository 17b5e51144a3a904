import { clockLabel, minutesLeftLabel, msLeft } from './time-left';

const now = Date.parse('2026-11-21T10:00:00Z');
const grant = (expires_at: string, ended_at: string | null = null) => ({ expires_at, ended_at });

test('an access lasts until it expires or is ended', () => {
  expect(msLeft(grant('2026-11-21T10:42:30Z'), now)).toBe(2_550_000);
  expect(msLeft(grant('2026-11-21T10:00:00Z'), now)).toBe(0);
  expect(msLeft(grant('2026-11-21T09:00:00Z'), now)).toBe(0);
  expect(msLeft(grant('2026-11-21T10:42:30Z', '2026-11-21T09:50:00Z'), now)).toBe(0);
});

test('what is left is said in words and as a clock', () => {
  expect([2_550_000, 60_000, 59_999].map(minutesLeftLabel)).toEqual(['42 minutes left', '1 minute left', 'less than a minute left']);
  expect([2_550_000, 59_001].map(clockLabel)).toEqual(['42:30', '1:00']);
});
