import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one request may take of the process at a stretch, in milliseconds. */
const STRETCH_MS = 10;

/** The items one after the other, bit by bit: what others ask is answered in between. */
export async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<Item, void, void> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < STRETCH_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** As `map`, bit by bit. */
export async function mapInTurns<Item, Result>(items: readonly Item[], change: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for await (const item of inTurns(items)) results.push(change(item));
  return results;
}
