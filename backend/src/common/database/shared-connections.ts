import type { Writable } from 'node:stream';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { streamOf } from './gated-pool';

/** How many follow one another at most: so many wait where one of them is slow. */
const MOST_TOGETHER = 10;

/** Statements of one turn of the process, which have a connection until the last of them is answered. */
interface Batch {
  client: Promise<PoolClient>;
  asked: number;
  answered: number;
}

/**
 * For short reads that many ask for at once: those of one turn of the process go out on one connection of the pool, in one piece, and none waits for what was
 * asked before that turn. A write costs more than all else about such a read. A statement that fails fails alone; with its connection fail all that are open on it.
 */
export class SharedConnections {
  /** What more of this turn is added to. */
  private batch: Batch | undefined;

  constructor(private readonly pool: Pool) {}

  /** @throws what the pool throws where it has no connection */
  async query(statement: QueryConfig): Promise<QueryResult> {
    const batch = this.batch && this.batch.asked < MOST_TOGETHER ? this.batch : this.begin();
    batch.asked += 1;
    const client = await batch.client;
    try {
      return await client.query(statement);
    } finally {
      batch.answered += 1;
      if (batch.answered === batch.asked) this.giveBack(batch, client);
    }
  }

  private begin(): Batch {
    const batch: Batch = { client: this.pool.connect(), asked: 0, answered: 0 };
    this.batch = batch;
    let [held, isOver]: [Writable | undefined, boolean] = [undefined, false];
    batch.client.then(
      (client) => {
        // Its statements hear of it as well.
        client.on('error', unheard);
        if (isOver) return;
        held = streamOf(client);
        held.cork();
      },
      () => undefined,
    );
    // Requests that are read in one turn come one after the other, each with its own ticks.
    setImmediate(() => {
      isOver = true;
      this.close(batch);
      held?.uncork();
    });
    return batch;
  }

  private close(batch: Batch): void {
    if (this.batch === batch) this.batch = undefined;
  }

  private giveBack(batch: Batch, client: PoolClient): void {
    this.close(batch);
    client.off('error', unheard);
    // One that is lost leaves the pool by itself.
    client.release();
  }
}

const unheard = (): void => undefined;
