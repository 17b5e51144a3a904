import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';
import { Beside } from '../../common/process/beside';

/** Entries wait a minute for their seal: more than this at once are not written by people. */
const MOST = 50_000;

/**
 * The ids of entries that this process wrote and nobody has seen under a seal yet. Whoever owns the tables could take one of them out before it
 * is sealed; this memory is what then remains of it.
 */
@Injectable()
export class WrittenEntries {
  /** Oldest first. */
  private readonly open = new Set<string>();
  private readonly uncommitted = new Beside<Queryable, string[]>();

  wrote(on: Queryable, id: string): void {
    if (on instanceof Database) this.keep([id]);
    else this.uncommitted.set(on, [...(this.uncommitted.get(on) ?? []), id]);
  }

  /** What was written in a transaction is in the table from here on. */
  committed(tx: Queryable): void {
    this.keep(this.uncommitted.get(tx) ?? []);
    this.uncommitted.set(tx, undefined);
  }

  list(): string[] {
    return [...this.open];
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.open.delete(id);
  }

  private keep(ids: readonly string[]): void {
    for (const id of ids) this.open.add(id);
    for (const oldest of this.open) {
      if (this.open.size <= MOST) return;
      this.open.delete(oldest);
    }
  }
}
