import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one request may take of the process at a stretch, in milliseconds. */
const STRETCH_MS = 10;

/** As `map`, bit by bit: what others ask is answered in between. */
export async function mapInTurns<Item, Result>(items: readonly Item[], change: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    results.push(change(item));
    if (performance.now() - began < STRETCH_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return results;
}
