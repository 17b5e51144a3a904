import { Facts } from './facts';
import { RecordedStatement } from './recording';
import { INSERTED_ROWS, Secrets, STATEMENT_VALUES } from './statement-values';

const FIRST_READ = new Set(['activity-recurrence-known', 'activity-insert', 'activity-recurrence-note']);

/** A pg pool or one of its clients. */
interface Sends {
  query(config: RecordedStatement & { values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Rows by the statement's name. */
export class Rows {
  private readonly byName = new Map<string, unknown[]>();

  set(name: string, rows: unknown[]): void {
    this.byName.set(name, rows);
  }

  all<Row>(name: string): Row[] {
    return (this.byName.get(name) ?? []) as Row[];
  }

  first<Row>(name: string): Row | undefined {
    return this.all<Row>(name)[0];
  }
}

/**
 * Runs the product's statements of one request, in the product's order.
 * @param learn takes what a statement found before the next one runs
 */
export async function replay(
  on: Sends,
  statements: readonly RecordedStatement[],
  facts: Facts,
  secrets: Secrets,
  learn: (name: string, rows: Rows) => void = () => undefined,
): Promise<Rows> {
  const found = new Rows();
  for (const { name, text, plan } of statements) {
    const known = nameOf({ name, text });
    if (isKnownRead(known, found)) continue;
    const { rows } = await on.query({ ...(name === undefined ? {} : { name }), ...(plan === undefined ? {} : { plan }), text, values: valuesOf(known, text, facts, secrets) });
    found.set(known, rows);
    learn(known, found);
  }
  return found;
}

/** Recorded at the first look at a list; the product writes it down once in a quarter of an hour, and counts from then on. */
function isKnownRead(statement: string, found: Rows): boolean {
  if (found.first('activity-recurrence-count')) return FIRST_READ.has(statement);
  return statement === 'activity-insert' && found.first('activity-recurrence-known') !== undefined;
}

function valuesOf(known: string, text: string, facts: Facts, secrets: Secrets): unknown[] {
  const insertedRow = INSERTED_ROWS[known];
  if (insertedRow) return inOrderOf(text, insertedRow(facts, secrets));
  const values = STATEMENT_VALUES[known];
  if (!values) throw new Error(`The product runs a statement that the reference has no values for: ${known}. Add it to statement-values.ts.`);
  return values(facts, secrets);
}

function inOrderOf(insert: string, row: Record<string, unknown>): unknown[] {
  const [, columns = ''] = /\((.*?)\)/.exec(insert) ?? [];
  return columns.split(', ').map((column) => row[column] ?? null);
}

/** What begins and ends a transaction has no name. */
export function nameOf({ name, text }: { name?: string | undefined; text: string }): string {
  return name ?? text.toLowerCase();
}
