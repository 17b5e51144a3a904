import { act, renderHook } from '@testing-library/react';
import { useInPause } from './use-in-pause';

const run = jest.fn();
const open = () => renderHook(() => useInPause(run));
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  run.mockClear();
});
afterEach(() => jest.useRealTimers());

it('runs once somebody pauses, and of its own accord only when asked', () => {
  const { result } = open();
  result.current.now();
  for (let letter = 0; letter < 5; letter += 1) {
    result.current.ask();
    wait(200);
  }
  expect(run).not.toHaveBeenCalled();
  wait(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  wait(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('waits for nobody longer than five seconds', () => {
  const { result } = open();
  for (let letter = 0; letter < 60; letter += 1) {
    result.current.ask();
    wait(100);
  }
  expect(run).toHaveBeenCalledTimes(1);
});

it('runs before the page goes, or is out of sight, or what asked is gone', () => {
  const { result, unmount } = open();
  result.current.ask();
  window.dispatchEvent(new Event('pagehide'));
  expect(run).toHaveBeenCalledTimes(1);
  result.current.ask();
  const sight = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  sight.mockRestore();
  expect(run).toHaveBeenCalledTimes(2);
  result.current.ask();
  unmount();
  expect(run).toHaveBeenCalledTimes(3);
});

it('does not run once it is given up', () => {
  const { result } = open();
  result.current.ask();
  result.current.cancel();
  wait(10_000);
  expect(run).not.toHaveBeenCalled();
});
