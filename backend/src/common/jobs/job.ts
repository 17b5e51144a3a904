import { QueueName } from '../../config/queue-names';
import { noteOnMethod } from '../process/decorated-methods';

export interface JobOptions {
  /** How often the job is tried before it is given up. */
  attempts: number;
  /**
   * For upkeep that comes by itself: how long after one round the next is due, in milliseconds. A round is put in line once over all
   * workers, and not while an earlier one is still waiting or running.
   */
  everyMs?: number;
  /** Nothing is missing without it: when its tries are used up it is let go, and nobody is told of a try that failed. */
  dispensable?: true;
  /** Anybody can cause as many as they like: what is left of one that was done is kept for an hour, not for a week. */
  brief?: true;
  /**
   * It writes to an address that somebody typed, whoever they are: one that is {@link Refused} to the end is let go like what was discarded, and counted. Nobody who runs
   * the installation can mend it, and strangers cannot hide by it what they can.
   */
  toTypedAddress?: true;
}

/** A kind of work for the worker. Its payload is ids and names of kinds, never content. */
export interface Job<Payload extends object> extends JobOptions {
  readonly queue: QueueName;
  readonly name: string;
  /** Only there for the compiler. */
  readonly payload?: Payload;
}

/** Every job that this process knows; the worker does not start while one of them has no handler, or two. */
const declared = new Map<string, Job<object>>();

/** Declares a job, in the lowest domain that enqueues it. @throws Error when its name is taken, or for upkeep outside of `maintenance` */
export function job<Payload extends object>(queue: QueueName, name: string, options: JobOptions): Job<Payload> {
  if (declared.has(name)) throw new Error(`Two jobs are called ${name}.`);
  // Rounds are put in line for that queue, without a payload.
  if (options.everyMs !== undefined && queue !== 'maintenance') throw new Error(`${name} comes by itself, so it belongs in the maintenance queue.`);
  const made: Job<Payload> = { queue, name, ...options };
  declared.set(name, made);
  return made;
}

export function declaredJobs(): readonly Job<object>[] {
  return [...declared.values()];
}

export const HANDLES = 'attune:handles';
export const UPKEEP = 'attune:upkeep';

/**
 * Marks the one method that does a job: `@Handles(sendBookingMail) send(payload)`. It may run more than once for the same payload:
 * effects outside carry a stable id.
 */
export function Handles<Payload extends object>(handled: Job<Payload>) {
  return noteOnMethod<(payload: Payload) => Promise<void>>(HANDLES, handled);
}

/**
 * Marks a method that removes what has expired and returns how many rows went: `@Upkeep('booking holds') deleteExpired()`. It is called
 * about once an hour, by one worker or another, and may be cut short.
 */
export function Upkeep(what: string) {
  return noteOnMethod<() => Promise<number>>(UPKEEP, what);
}

/** Thrown by a handler when trying again cannot help. The reason is shown to the people who run the installation. */
export class PermanentFailure extends Error {
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Thrown by a handler whose mail has nobody to go to: the address takes none. `isFinal`: no other try helps. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    readonly isFinal: boolean,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Thrown by a handler that lets others go first: done a little later, and no try of its job. */
export class NotYet extends Error {
  constructor(readonly waitMs: number) {
    super('It is not its turn yet.');
  }
}

/** Begins where a run without spaces does, so that a long one is read once. */
const ADDRESS = /(?<![^\s@<>()"',;:=])[^\s@<>()"',;:=]+@[^\s@<>()"',;:=]+/g;
const MAX_LENGTH = 300;

/** What is kept of a failure: one short line without mail addresses. */
export function failureReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const line = text
    .replace(ADDRESS, '[address]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line || 'Unknown error';
}
