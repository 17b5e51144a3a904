import { Injectable, OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueueName } from '../../config/queue-names';
import { Actor } from '../access/actor';
import { Clock } from '../clock/clock';
import { Database, Queryable, sqlState, statement } from '../database/database';
import type { Job } from '../jobs/job';
import { Outbox } from '../jobs/outbox.service';
import { FewAtOnce } from '../limits/few-at-once';
import { DecoratedMethod, decoratedMethods, noteOnMethod } from '../process/decorated-methods';

type EventType<E extends object> = new (...values: never[]) => E;
type Listener<E> = (event: E, work: Work) => Promise<void>;

const LISTENS = 'attune:listens';

/** Below the second after which Postgres looks for deadlocks. */
const LOCK_GIVEN_UP_MS = 300;
const MOST_TRIES = 10;
const WAIT_LITTLE = statement<{ set_config: string }>('work-wait-little', `select set_config('lock_timeout', $1, true)`);
/** A lock that was not to be had, and a deadlock all the same. */
const GIVEN_UP: ReadonlySet<string> = new Set(['55P03', '40P01']);

/** Of ten connections, one lock that many want takes three: one has it, and the next ones are at hand. */
const SHARE_OF_ONE_LOCK = 1 / 3;
/** As long as for a connection. */
const IN_LINE_MS = 8_000;

/**
 * Marks a method that hears of an event of a domain before its own: `@OnEvent(RecordsMoved) reassign(event, work)`. It runs in the
 * publisher's transaction and writes rows only; what it throws undoes the whole.
 */
export function OnEvent<E extends object>(type: EventType<E>) {
  return noteOnMethod<Listener<E>>(LISTENS, type);
}

/** How a domain tells those that stand after it, which it does not know. Every process that can publish an event has its listeners. */
@Injectable()
export class DomainEvents implements OnModuleInit {
  private listeners: DecoratedMethod<EventType<object>>[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.listeners = decoratedMethods(this.discovery, LISTENS);
  }

  /** One listener after the other, in the caller's transaction. */
  async publish(event: object, work: Work): Promise<void> {
    for (const { meaning, call } of this.listeners) if (meaning === event.constructor) await call(event, work);
  }

  /** Who hears of an event, as `Class.method`; a test compares the processes. */
  listenersOf(type: EventType<object>): string[] {
    return this.listeners.filter(({ meaning }) => meaning === type).map(({ name }) => name);
  }
}

/** What an entry of the activity log can be about. The log adds the domains' things (declaration merging), so that others do not compile. */
export interface ActivitySubjects {
  job: true;
}

/** What an entry can carry beside that: ids, counts, flags and words that stand in the code. The log adds the domains'. */
export interface ActivityDetails {
  /** The name of a job. */
  job?: string;
  queue?: QueueName;
  rows?: number;
}

/** One deed for the activity log. */
export interface Activity {
  /** A snake_case verb. */
  action: string;
  subjectType?: keyof ActivitySubjects;
  subjectId?: string;
  /** The clients whose record was read or written: what "Who opened my record" is answered from. */
  clientIds?: readonly string[];
  details?: Readonly<ActivityDetails>;
}

/** Port: writes a deed down. The activity log fills it, so that this folder knows no domain. */
export abstract class ActivityRecorder {
  /** @throws Error when the action or a detail could carry content; nothing is written then, nor is the deed of that transaction */
  abstract record(on: Queryable, actor: Actor, activity: Activity): Promise<void>;

  /** Writes down what the same person may do again and again, such as a read. @throws Error as {@link record} does */
  abstract recordRecurring(on: Queryable, actor: Actor, activity: Activity): Promise<void>;

  /** Counts what concerns nobody and anybody can do as often as they like. @param action a snake_case verb */
  abstract tally(on: Queryable, actor: Actor, action: string): Promise<void>;

  /** Hears that the transaction in which it recorded is committed. */
  abstract committed(tx: Queryable): void;
}

/** A unit of work: one transaction of one actor, with everything that is committed or undone together with it. */
export interface Work {
  readonly tx: Queryable;
  readonly actor: Actor;
  now(): Date;
  /** Writes a deed of the actor into the activity log. @throws Error for a detail that is not declared there */
  record(activity: Activity): Promise<void>;
  /**
   * Writes down what the same person may do again and again: within a quarter of an hour the first is an entry, and what concerns other
   * clients; how often it was in all is another, when it is over.
   */
  recordRecurring(activity: Activity): Promise<void>;
  /** Writes down what concerns nobody and anybody can do as often as they like: the first of an hour from a network, and how many in all. */
  tally(action: string): Promise<void>;
  /** Leaves jobs for the worker, one for each payload. They exist if and only if this work is committed. */
  enqueue<P extends object>(job: Job<P>, ...payloads: NoInfer<P>[]): Promise<void>;
  /** {@link enqueue}, for later. @param delayMs how long they wait at least */
  enqueueLater<P extends object>(job: Job<P>, delayMs: number, ...payloads: NoInfer<P>[]): Promise<void>;
  /** {@link enqueueLater}, where one run does for many changes: the same job that still waits is put off instead, one that is running is not. */
  enqueueOnce<P extends object>(job: Job<P>, delayMs: number, payload: NoInfer<P>): Promise<void>;
  /** {@link enqueueLater}, but for no payload for which the same job waits, in its queue or for its time: it will see this work. */
  enqueueUnlessWaiting<P extends object>(job: Job<P>, delayMs: number, ...payloads: NoInfer<P>[]): Promise<void>;
  /** Takes back jobs about what this work deletes, those that are done too. */
  withdraw<P extends object>(job: Job<P>, ...payloads: NoInfer<P>[]): Promise<void>;
  /** Does a job once more that has come to its end. @returns false while it is on its way, or when it is not known any more */
  repeatJob(id: string): Promise<boolean>;
  /** Tells the domains that listen, within this work. */
  publish(event: object): Promise<void>;
  /** The same work, done by somebody else from here on: a visitor who has just signed in. */
  as(actor: Actor): Work;
}

/** Begins units of work. */
@Injectable()
export class Works {
  private lines: FewAtOnce | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly recorder: ActivityRecorder,
    private readonly outbox: Outbox,
    private readonly events: DomainEvents,
  ) {}

  /** Runs `run` in one transaction (read committed); a throw rolls everything back. */
  async begin<T>(actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
    let begun: Queryable | undefined;
    const result = await this.database.transaction((tx) => {
      begun = tx;
      return run(this.over(tx, actor));
    });
    if (begun) this.recorder.committed(begun);
    return result;
  }

  /**
   * {@link begin} for work that waits for a lock that many want at once: who would only wait for it holds no connection of the database, and everybody else finds one.
   * Begin no other work in it. @param line names the lock @throws DomainError unavailable when the turn does not come in time
   */
  beginInLine<T>(line: string, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
    this.lines ??= new FewAtOnce(Math.max(1, Math.floor(this.database.connections * SHARE_OF_ONE_LOCK)), IN_LINE_MS);
    return this.lines.take(line, () => this.begin(actor, run));
  }

  /**
   * {@link begin} for work that changes what many others hold, in an order that cannot be theirs: it waits for no lock so long that anybody is in a deadlock with it, but
   * lets go of all it has and begins anew.
   * @param run may run several times: whatever it changes is in the database
   */
  async giveWay<T>(actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.begin(actor, async (work) => {
          await work.tx.query(WAIT_LITTLE, [String(LOCK_GIVEN_UP_MS)]);
          return run(work);
        });
      } catch (error) {
        if (tries === MOST_TRIES || !GIVEN_UP.has(sqlState(error) ?? '')) throw error;
      }
      await pause(Math.random() * LOCK_GIVEN_UP_MS);
    }
  }

  /** Writes down a deed that changed nothing: by itself, without a transaction around it. */
  record(actor: Actor, activity: Activity): Promise<void> {
    return this.recorder.record(this.database, actor, activity);
  }

  /** A read: {@link Work.recordRecurring}, by itself. */
  recordRead(actor: Actor, activity: Activity): Promise<void> {
    return this.recorder.recordRecurring(this.database, actor, activity);
  }

  private over(tx: Queryable, actor: Actor): Work {
    const work: Work = {
      tx,
      actor,
      now: () => this.clock.now(),
      record: (activity) => this.recorder.record(tx, actor, activity),
      recordRecurring: (activity) => this.recorder.recordRecurring(tx, actor, activity),
      tally: (action) => this.recorder.tally(tx, actor, action),
      enqueue: async (job, ...payloads) => void (await this.outbox.add(tx, job, payloads)),
      enqueueLater: async (job, delayMs, ...payloads) => void (await this.outbox.add(tx, job, payloads, delayMs)),
      enqueueOnce: (job, delayMs, payload) => this.outbox.addOnce(tx, job, payload, delayMs),
      enqueueUnlessWaiting: (job, delayMs, ...payloads) => this.outbox.addUnlessWaiting(tx, job, payloads, delayMs),
      withdraw: (job, ...payloads) => this.outbox.withdraw(tx, job, payloads),
      repeatJob: (id) => this.outbox.repeat(tx, id),
      publish: (event) => this.events.publish(event, work),
      as: (other) => this.over(tx, other),
    };
    return work;
  }
}
