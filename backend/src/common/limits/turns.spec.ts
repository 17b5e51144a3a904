import { setTimeout as pause } from 'node:timers/promises';
import { Turns } from './turns';

describe('turns', () => {
  it('come one after the other for a key, and at once for different ones', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const work = (name: string, ms: number) => async (): Promise<void> => {
      log.push(`${name} in`);
      await pause(ms);
      log.push(`${name} out`);
    };
    await Promise.all([turns.take(['x', 'y'], work('a', 30)), turns.take(['x', 'z'], work('b', 1)), turns.take(['w'], work('c', 1))]);
    expect(log.indexOf('b in')).toBeGreaterThan(log.indexOf('a out'));
    expect(log.indexOf('c out')).toBeLessThan(log.indexOf('a out'));
  });

  it('go on after one that failed, which hears of it alone', async () => {
    const turns = new Turns();
    const failed = turns.take(['x'], () => Promise.reject(new Error('no')));
    const next = turns.take(['x'], () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
