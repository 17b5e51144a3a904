import { QueueName } from '../../config/queue-names';
import type { QueueTrouble } from './queue-trouble';

/** How many jobs of each queue a worker does at a time: one of those that are not named. */
export type Concurrency = Partial<Record<QueueName, number>>;

/** Mails wait on a server, calendars on Google, lines on an engine and upkeep on Postgres: they run side by side. Heavy work takes the machine one job at a time; of sound, one file of a kind is read and what was recorded is checked beside them. */
const CONCURRENCY: Concurrency = { 'code-mail': 8, mail: 8, 'calendar-sync': 4, 'calendar-feeds': 2, deletions: 2, maintenance: 3, 'meeting-sound': 3, 'meeting-live': 4 };
const MINUTE_MS = 60_000;
/** Work that a foreign part could keep for ever is ended here and tried again. Reading a file takes long by itself; a meeting is over when it is. */
const WITHIN_MS: Partial<Record<QueueName, number>> = { 'calendar-sync': 10 * MINUTE_MS, 'note-files': 30 * MINUTE_MS, 'meeting-sound': 60 * MINUTE_MS, 'meeting-live': 10 * MINUTE_MS, 'meeting-transcribe': 60 * MINUTE_MS, deletions: 10 * MINUTE_MS, maintenance: 10 * MINUTE_MS };
export const FINISH_WITHIN_MS = 5_000;

/** How long a job of a queue may take; undefined where it ends by itself. */
export function timeOf(queue: QueueName): number | undefined {
  return WITHIN_MS[queue];
}

/** @param slots of notetakers, as this installation says */
export function concurrencyWith(slots: number): Concurrency {
  return { ...CONCURRENCY, 'meeting-record': slots };
}

/** Does the job of an outbox row. @throws only when Postgres cannot be asked */
export type RunJob = (id: string) => Promise<void>;

/** Port: what brings an outbox row to a worker that does it. What is carried is only a pointer, the id of the row. */
export abstract class Queues {
  /** Calls back whenever jobs can be carried again, the first time included; nobody knows then what is still carried. */
  abstract onReady(listener: () => void): void;
  /** Why none can be carried right now; null where they can. */
  abstract trouble(): Promise<QueueTrouble | null>;
  /** The server behind it with its version; null where there is none, or while it does not tell. */
  abstract serverName(): Promise<string | null>;
  /** Does nothing for a row that is carried already. @param again the row was handed over before and never came to an end */
  abstract add(queue: QueueName, id: string, job: string, again: boolean): Promise<void>;
  /** Takes the jobs of a queue from now on. */
  abstract consume(queue: QueueName, run: RunJob, onError: (error: Error) => void): void;
  /** Takes no further jobs and lets the running ones finish for a while. */
  abstract close(): Promise<void>;
}

/** How long a lane rests when Postgres could not be asked about a job: a moment, then longer. */
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 5_000;

interface Lane {
  run: RunJob;
  onError: (error: Error) => void;
  /** In the order they came. */
  waiting: Set<string>;
  running: Map<string, Promise<void>>;
  /** Handed over again while they were running; `run` finds out whether there is still something to do. */
  again: Set<string>;
  failures: number;
  rest: NodeJS.Timeout | undefined;
}

/**
 * Without Redis: the worker does what it is handed, in its own process. Nothing is kept here that is not a row in Postgres, so a
 * worker that dies loses nothing; but a second worker would do the same jobs again, so there is one.
 */
export class DirectQueues extends Queues {
  private readonly lanes = new Map<QueueName, Lane>();
  private closed = false;

  constructor(private readonly concurrency: Concurrency = CONCURRENCY) {
    super();
  }

  onReady(listener: () => void): void {
    listener();
  }

  trouble(): Promise<null> {
    return Promise.resolve(null);
  }

  serverName(): Promise<null> {
    return Promise.resolve(null);
  }

  add(queue: QueueName, id: string): Promise<void> {
    const lane = this.lanes.get(queue);
    if (lane?.running.has(id)) lane.again.add(id);
    else lane?.waiting.add(id);
    if (lane) this.advance(queue, lane);
    return Promise.resolve();
  }

  consume(queue: QueueName, run: RunJob, onError: (error: Error) => void): void {
    this.lanes.set(queue, { run, onError, waiting: new Set(), running: new Map(), again: new Set(), failures: 0, rest: undefined });
  }

  async close(): Promise<void> {
    this.closed = true;
    const lanes = [...this.lanes.values()];
    for (const { rest } of lanes) clearTimeout(rest);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FINISH_WITHIN_MS);
    });
    await Promise.race([Promise.all(lanes.flatMap(({ running }) => [...running.values()])), late]);
    clearTimeout(timer);
  }

  private advance(queue: QueueName, lane: Lane): void {
    for (const id of lane.waiting) {
      if (this.closed || lane.rest || lane.running.size >= (this.concurrency[queue] ?? 1)) return;
      lane.waiting.delete(id);
      lane.running.set(id, this.runOne(queue, lane, id));
    }
  }

  private async runOne(queue: QueueName, lane: Lane, id: string): Promise<void> {
    try {
      await lane.run(id);
      lane.failures = 0;
    } catch (error) {
      lane.onError(error as Error);
      lane.again.add(id);
      this.rest(queue, lane);
    }
    lane.running.delete(id);
    if (lane.again.delete(id)) lane.waiting.add(id);
    this.advance(queue, lane);
  }

  /** Postgres is away for all jobs alike, so the lane stops and begins again by itself. */
  private rest(queue: QueueName, lane: Lane): void {
    if (lane.rest || this.closed) return;
    lane.failures += 1;
    lane.rest = setTimeout(
      () => {
        lane.rest = undefined;
        this.advance(queue, lane);
      },
      Math.min(FIRST_REST_MS * 2 ** (lane.failures - 1), LONGEST_REST_MS),
    );
  }
}
