import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { streamOf } from './gated-pool';

/** So that a slow one holds up only half of them. */
const MOST = 2;

/** A connection of the pool while somebody waits for an answer of it. */
interface Loan {
  client: PoolClient | Promise<PoolClient>;
  /** Hears that the connection is lost. */
  lost: () => void;
  /** Statements without an answer. */
  open: number;
  /** What is asked in this turn is held back until its end. */
  isHeld: boolean;
}

/**
 * For short reads that many ask for at once: they share two connections of the pool, which take one statement after the other without waiting for
 * answers. What is asked within one turn of the process goes out in one piece: a write costs more than all else about such a read. A statement that fails
 * fails alone; with its connection fail all that are open on it.
 */
export class SharedConnections {
  private readonly loans: Loan[] = [];

  constructor(private readonly pool: Pool) {}

  /** @throws what the pool throws where it has no connection */
  async query(statement: QueryConfig): Promise<QueryResult> {
    const loan = this.leastAsked();
    loan.open += 1;
    try {
      const client = loan.client instanceof Promise ? await loan.client : loan.client;
      holdUntilTurnEnds(loan, client);
      return await client.query(statement);
    } finally {
      loan.open -= 1;
      if (loan.open === 0) this.giveBack(loan);
    }
  }

  private leastAsked(): Loan {
    if (this.loans.length < MOST) return this.take();
    return this.loans.reduce((least, loan) => (loan.open < least.open ? loan : least));
  }

  private take(): Loan {
    const client = this.pool.connect();
    const lost = (): void => this.askNoMore(loan);
    const loan: Loan = { client, lost, open: 0, isHeld: false };
    this.loans.push(loan);
    client.then((taken) => {
      loan.client = taken;
      taken.on('error', lost);
    }, lost);
    return loan;
  }

  private askNoMore(loan: Loan): void {
    const place = this.loans.indexOf(loan);
    if (place >= 0) this.loans.splice(place, 1);
  }

  private giveBack(loan: Loan): void {
    this.askNoMore(loan);
    if (loan.client instanceof Promise) return;
    loan.client.off('error', loan.lost);
    // One that is lost leaves the pool by itself.
    loan.client.release();
  }
}

function holdUntilTurnEnds(loan: Loan, client: PoolClient): void {
  if (loan.isHeld) return;
  loan.isHeld = true;
  const stream = streamOf(client);
  stream.cork();
  // Requests that are read in one turn come one after the other, each with its own ticks.
  setImmediate(() => {
    loan.isHeld = false;
    stream.uncork();
  });
}
