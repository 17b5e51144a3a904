import { FeedTurns } from './feed-turns';

describe('whose foreign calendar is read', () => {
  let now = 0;
  let turns: FeedTurns;
  let ends: Map<string, (takingMs: number) => void>;
  const read = (therapist: string): Promise<number> => turns.take(therapist, () => new Promise((resolve) => ends.set(therapist, (takingMs) => {
    now += takingMs;
    resolve();
  })));
  const isRead = async (therapist: string, takingMs: number): Promise<void> => {
    const reading = read(therapist);
    ends.get(therapist)?.(takingMs);
    expect(await reading).toBe(0);
  };

  beforeEach(() => {
    turns = new FeedTurns(() => now);
    ends = new Map();
  });

  it('is one of a therapist at a time, and everybody else’s meanwhile', async () => {
    const first = read('a');
    expect(await read('a')).toBeGreaterThan(0);
    await isRead('b', 10);
    ends.get('a')?.(10);
    expect(await first).toBe(0);
    await isRead('a', 10);
  });

  it('is one of those that were slow altogether, until they are quick again', async () => {
    await isRead('slow', 10_000);
    await isRead('as slow', 10_000);
    const first = read('slow');
    expect(await read('as slow')).toBeGreaterThan(0);
    await isRead('quick', 10);
    ends.get('slow')?.(10);
    expect(await first).toBe(0);
    const second = read('as slow');
    await isRead('slow', 10);
    ends.get('as slow')?.(10_000);
    expect(await second).toBe(0);
  });

  it('is not slow for having waited for others', async () => {
    for (const therapist of ['late', 'later']) {
      await turns.take(therapist, (waited) => {
        now += 10_000;
        waited(9_000);
        return Promise.resolve();
      });
    }
    const first = read('late');
    await isRead('later', 10);
    ends.get('late')?.(10);
    expect(await first).toBe(0);
  });

  it('that fails gives its place back', async () => {
    await expect(turns.take('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await isRead('a', 10);
  });
});
