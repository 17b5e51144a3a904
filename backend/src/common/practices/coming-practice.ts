import type { PracticeRow } from './practice-rows';

/** A file of an export, looked at already: it is as its list says. */
export interface ComingFile {
  /** The key of the row that it is the content of. */
  id: string;
  bytes: number;
  /** From a byte on, as many as there are up to that number. */
  read(from: number, bytes: number): Promise<Buffer>;
}

/** A practice that comes in: what is known of it between its files and its rows. */
export class ComingPractice {
  /** What does not come along, in sentences. */
  readonly left = new Set<string>();
  /** Ids that are somebody else's here, with those that stand for them. */
  readonly renamed = new Map<string, string>();
  /** Ids of rows that are left out: whatever names them is too. */
  readonly gone = new Set<string>();
  private readonly asked = new Map<string, Map<string, PracticeRow>>();
  private readonly given = new Map<string, Map<string, PracticeRow>>();
  private readonly extra = new Map<string, PracticeRow[]>();
  private readonly stored: (() => Promise<void>)[] = [];

  constructor(readonly therapistId: string) {}

  /** Keeps a row of the export for whoever takes files. @param key of the row: its columns with spaces between them */
  hold(table: string, key: string, row: PracticeRow): void {
    of(this.asked, table).set(key, row);
  }

  held(table: string): ReadonlyMap<string, PracticeRow> {
    return of(this.asked, table);
  }

  /** What a row has by its file, or by what was done before it is written. @param key as of {@link hold} */
  give(table: string, key: string, columns: PracticeRow): void {
    of(this.given, table).set(key, columns);
  }

  givenTo(table: string): ReadonlyMap<string, PracticeRow> {
    return of(this.given, table);
  }

  /** A row of a table that is in no export. */
  add(table: string, row: PracticeRow): void {
    const known = this.extra.get(table);
    if (known) known.push(row);
    else this.extra.set(table, [row]);
  }

  added(table: string): readonly PracticeRow[] {
    return this.extra.get(table) ?? [];
  }

  /** How something that was stored outside of the database is taken back. */
  undo(how: () => Promise<void>): void {
    this.stored.push(how);
  }

  /** Takes back what was stored, as far as that goes: what stays is named by no row, and upkeep finds it. */
  async takeBack(): Promise<void> {
    for (const how of this.stored) await how().catch(() => undefined);
  }
}

function of<Value>(maps: Map<string, Map<string, Value>>, table: string): Map<string, Value> {
  const known = maps.get(table) ?? new Map<string, Value>();
  maps.set(table, known);
  return known;
}
