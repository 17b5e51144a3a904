import { Global, Injectable, Module } from '@nestjs/common';
import { Queryable } from '../database/database';

type EventType<E> = new (...values: never[]) => E;
type Listener<E> = (event: E, tx: Queryable) => Promise<void>;

/**
 * How a domain tells those that stand after it, which it does not know. Listeners run in the caller's transaction, one after
 * the other, and write rows only; what one throws undoes the whole.
 */
@Injectable()
export class DomainEvents {
  private readonly listeners = new Map<EventType<unknown>, Listener<unknown>[]>();

  /** Called once, when the listening service is made. */
  on<E>(type: EventType<E>, listener: Listener<E>): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener as Listener<unknown>]);
  }

  async publish(tx: Queryable, event: object): Promise<void> {
    for (const listener of this.listeners.get(event.constructor as EventType<unknown>) ?? []) await listener(event, tx);
  }
}

@Global()
@Module({ providers: [DomainEvents], exports: [DomainEvents] })
export class EventsModule {}
