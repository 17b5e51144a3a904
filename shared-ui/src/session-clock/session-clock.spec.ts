import { idlePhase, WARN_BEFORE_MS } from './session-clock';

const idle = 1_000_000;
const absolute = 5_000_000;

test.each([
  [idle - WARN_BEFORE_MS - 1, 'quiet', WARN_BEFORE_MS + 1],
  [idle - WARN_BEFORE_MS, 'warning', WARN_BEFORE_MS],
  [idle - 1, 'warning', 1],
  [idle, 'over', 0],
  [idle + 60_000, 'over', 0],
] as const)('at %d the session is %s', (now, phase, left) => {
  expect(idlePhase({ idle, absolute }, now)).toEqual({ phase, limit: 'idle', left });
});

test('the limit that comes first counts', () => {
  expect(idlePhase({ idle: absolute + 1, absolute }, absolute - 10)).toEqual({ phase: 'warning', limit: 'absolute', left: 10 });
});
