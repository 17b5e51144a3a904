import { DirectQueues } from './queues';

interface Started {
  id: string;
  end(): void;
}

function direct(): { queues: DirectQueues; started: Started[] } {
  const queues = new DirectQueues({ mail: 5 });
  const started: Started[] = [];
  queues.consume(
    'mail',
    (id) => new Promise((resolve) => started.push({ id, end: resolve })),
    () => undefined,
  );
  return { queues, started };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the queues without Redis', () => {
  afterEach(() => jest.useRealTimers());

  it('run five mails at a time, and the next when one has ended', async () => {
    const { queues, started } = direct();
    for (let id = 0; id < 7; id += 1) await queues.add('mail', String(id));
    expect(started.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
    started[2]?.end();
    await turn();
    expect(started.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('do nothing for a job that waits, and look once more at one that was handed over while it ran', async () => {
    const { queues, started } = direct();
    for (let id = 0; id < 5; id += 1) await queues.add('mail', String(id));
    await queues.add('mail', 'a');
    await queues.add('mail', 'a');
    await queues.add('mail', '0');
    started[0]?.end();
    await turn();
    started[1]?.end();
    await turn();
    expect(started.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', 'a', '0']);
  });

  it('rest when Postgres cannot be asked, and then do what was waiting, the failed one included', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const queues = new DirectQueues();
    const tried: string[] = [];
    let away = true;
    const errors: Error[] = [];
    queues.consume(
      'note-files',
      (id) => {
        tried.push(id);
        return away ? Promise.reject(new Error('away')) : Promise.resolve();
      },
      (error) => errors.push(error),
    );
    for (const id of ['a', 'b', 'c']) await queues.add('note-files', id);
    await jest.advanceTimersByTimeAsync(400);
    expect([tried, errors.length]).toEqual([['a'], 1]);
    away = false;
    await jest.advanceTimersByTimeAsync(200);
    expect(tried).toEqual(['a', 'a', 'b', 'c']);
  });

  it('start nothing more once they are closed, and let what runs come to its end', async () => {
    const { queues, started } = direct();
    for (let id = 0; id < 6; id += 1) await queues.add('mail', String(id));
    let closed = false;
    const closing = queues.close().then(() => (closed = true));
    await turn();
    expect(closed).toBe(false);
    for (const { end } of started) end();
    await closing;
    expect(started).toHaveLength(5);
  });
});
