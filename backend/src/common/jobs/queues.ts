import { QueueName } from '../../config/queue-names';

/** Mails wait on a server and upkeep on Postgres: they run side by side. Heavy work takes the machine one job at a time. */
const CONCURRENCY: Partial<Record<QueueName, number>> = { mail: 5, maintenance: 3 };
export const FINISH_WITHIN_MS = 5_000;

export function concurrencyOf(queue: QueueName): number {
  return CONCURRENCY[queue] ?? 1;
}

/** Does the job of an outbox row. @throws only when Postgres cannot be asked */
export type RunJob = (id: string) => Promise<void>;

/** Port: what brings an outbox row to a worker that does it. What is carried is only a pointer, the id of the row. */
export abstract class Queues {
  /** Calls back whenever jobs can be carried again, the first time included; nobody knows then what is still carried. */
  abstract onReady(listener: () => void): void;
  abstract alive(): Promise<boolean>;
  /** The server behind it with its version; null where there is none, or while it does not tell. */
  abstract serverName(): Promise<string | null>;
  /** Does nothing for a row that is carried already. @param again the row was handed over before and never came to an end */
  abstract add(queue: QueueName, id: string, job: string, again: boolean): Promise<void>;
  /** Takes the jobs of a queue from now on. */
  abstract consume(queue: QueueName, run: RunJob, onError: (error: Error) => void): void;
  /** Takes no further jobs and lets the running ones finish for a while. */
  abstract close(): Promise<void>;
}

interface Lane {
  run: RunJob;
  onError: (error: Error) => void;
  waiting: string[];
  running: Map<string, Promise<void>>;
}

/**
 * Without Redis: the worker does what it is handed, in its own process. Nothing is kept here that is not a row in Postgres, so a
 * worker that dies loses nothing; but a second worker would do the same jobs again, so there is one.
 */
export class DirectQueues extends Queues {
  private readonly lanes = new Map<QueueName, Lane>();
  private closed = false;

  onReady(listener: () => void): void {
    listener();
  }

  alive(): Promise<boolean> {
    return Promise.resolve(true);
  }

  serverName(): Promise<null> {
    return Promise.resolve(null);
  }

  add(queue: QueueName, id: string): Promise<void> {
    const lane = this.lanes.get(queue);
    if (lane && !lane.waiting.includes(id) && !lane.running.has(id)) {
      lane.waiting.push(id);
      this.advance(queue, lane);
    }
    return Promise.resolve();
  }

  consume(queue: QueueName, run: RunJob, onError: (error: Error) => void): void {
    this.lanes.set(queue, { run, onError, waiting: [], running: new Map() });
  }

  async close(): Promise<void> {
    this.closed = true;
    const running = [...this.lanes.values()].flatMap((lane) => [...lane.running.values()]);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FINISH_WITHIN_MS);
    });
    await Promise.race([Promise.all(running), late]);
    clearTimeout(timer);
  }

  /** A job that Postgres could not be asked about stays `queued` in its row, and the sweep hands it over again. */
  private advance(queue: QueueName, lane: Lane): void {
    while (!this.closed && lane.running.size < concurrencyOf(queue)) {
      const id = lane.waiting.shift();
      if (id === undefined) return;
      const done = lane
        .run(id)
        .catch(lane.onError)
        .finally(() => {
          lane.running.delete(id);
          this.advance(queue, lane);
        });
      lane.running.set(id, done);
    }
  }
}
