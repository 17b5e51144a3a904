import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../src/common/access/actor';
import { Database, Queryable } from '../../src/common/database/database';
import { Work, Works } from '../../src/common/work/work';

/**
 * A unit of work has one connection of the pool. Whoever asks for a second one within it waits for others who may do the same: ten of them stop
 * the process. Every test fails where the product does that.
 */
const inside = new AsyncLocalStorage<{ open: boolean }>();
const { query, transaction } = Database.prototype;
const { begin } = Works.prototype;
const manager = Object.getOwnPropertyDescriptor(Database.prototype, 'manager')?.get;

function assertOutside(): void {
  if (inside.getStore()?.open) throw new Error('A second connection was asked for within a unit of work: hand its `tx` on.');
}

Works.prototype.begin = function <T>(this: Works, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
  const state = { open: true };
  const marked = (work: Work): Promise<T> => inside.run(state, () => run(work)).finally(() => (state.open = false));
  return begin.call(this, actor, marked) as Promise<T>;
};

Database.prototype.query = function <Row>(this: Database, ...values: Parameters<typeof query>): Promise<Row[]> {
  assertOutside();
  return query.apply(this, values) as Promise<Row[]>;
};

Database.prototype.transaction = function <T>(this: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  assertOutside();
  return transaction.call(this, work) as Promise<T>;
};

Object.defineProperty(Database.prototype, 'manager', {
  configurable: true,
  get(this: Database): unknown {
    assertOutside();
    return manager?.call(this);
  },
});
