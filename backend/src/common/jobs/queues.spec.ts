import { DirectQueues } from './queues';

interface Started {
  id: string;
  end(): void;
}

function direct(): { queues: DirectQueues; started: Started[] } {
  const queues = new DirectQueues();
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
  it('run five mails at a time, and the next when one has ended', async () => {
    const { queues, started } = direct();
    for (let id = 0; id < 7; id += 1) await queues.add('mail', String(id));
    expect(started.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
    started[2]?.end();
    await turn();
    expect(started.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('do nothing for a job that waits or runs already, and take it again once it has ended', async () => {
    const { queues, started } = direct();
    await queues.add('mail', 'a');
    await queues.add('mail', 'a');
    expect(started).toHaveLength(1);
    started[0]?.end();
    await turn();
    await queues.add('mail', 'a');
    expect(started).toHaveLength(2);
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
