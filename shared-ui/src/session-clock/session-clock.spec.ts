import { act, renderHook } from '@testing-library/react';
import { idlePhase, useIdlePhase, WARN_BEFORE_MS } from './session-clock';

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

describe('a machine that slept past the end, with its timers', () => {
  const HOUR_MS = 3_600_000;
  const ask = jest.fn<Promise<boolean>, []>();
  const onOver = jest.fn();
  const isCovered = () => document.documentElement.style.visibility === 'hidden';

  beforeEach(() => {
    jest.useFakeTimers();
    ask.mockReset().mockReturnValue(new Promise(() => undefined));
    onOver.mockReset();
  });
  afterEach(() => jest.useRealTimers());

  function sleep() {
    const limits = { idle: Date.now() + HOUR_MS / 2, absolute: Date.now() + 12 * HOUR_MS };
    const watch = renderHook((deadlines: typeof limits) => useIdlePhase(deadlines, { ask, onOver }), { initialProps: limits });
    jest.setSystemTime(Date.now() + 9 * HOUR_MS);
    return { ...watch, limits };
  }

  test.each(['focus', 'pageshow', 'resume', 'visibilitychange', 'pointermove', 'keydown'])('shows nothing any more at %s', (event) => {
    const target = event === 'resume' || event === 'visibilitychange' ? document : window;
    const { unmount } = sleep();
    expect(isCovered()).toBe(false);
    act(() => void target.dispatchEvent(new Event(event)));
    expect(isCovered()).toBe(true);
    unmount();
    expect(isCovered()).toBe(false);
  });

  test('shows nothing a second after waking, though nobody touched it', () => {
    sleep();
    act(() => jest.advanceTimersByTime(1_000));
    expect(isCovered()).toBe(true);
  });

  test.each([
    ['at once without a network', () => Promise.resolve(false), 0],
    ['when no answer comes', () => new Promise<boolean>(() => undefined), 10_000],
  ])('is signed out %s', async (_, answer, after) => {
    ask.mockImplementation(answer);
    sleep();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await act(() => jest.advanceTimersByTimeAsync(after));
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  test('shows the page again when another tab was in use meanwhile', async () => {
    ask.mockResolvedValue(true);
    const { rerender, limits } = sleep();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(isCovered()).toBe(true);
    rerender({ ...limits, idle: Date.now() + HOUR_MS / 2 });
    expect(isCovered()).toBe(false);
    expect(onOver).not.toHaveBeenCalled();
  });

  test('in use it asks no more often than every minute', async () => {
    ask.mockResolvedValue(true);
    const limits = { idle: Date.now() + HOUR_MS, absolute: Date.now() + 12 * HOUR_MS };
    renderHook(() => useIdlePhase(limits, { ask, onOver }));
    await act(async () => {
      for (let second = 0; second < 300; second += 1) {
        window.dispatchEvent(new Event('pointermove'));
        await jest.advanceTimersByTimeAsync(1_000);
      }
    });
    expect(ask.mock.calls.length).toBeLessThanOrEqual(5);
  });
});
