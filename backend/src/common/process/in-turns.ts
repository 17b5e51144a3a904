/** What all requests together may take of the process at a stretch, in milliseconds. */
const STRETCH_MS = 5;

/** Who waits for a stretch, one behind the other. */
const waiting: (() => void)[] = [];
/** Of this turn of the event loop. */
let spentMs = 0;
/** How many go through something now. */
let running = 0;
let isTurning = false;

function turn(): void {
  spentMs = 0;
  waiting.shift()?.();
  isTurning = waiting.length > 0;
  if (isTurning) setImmediate(turn);
}

function beginTurning(): void {
  if (isTurning) return;
  isTurning = true;
  setImmediate(turn);
}

function nextStretch(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    beginTurning();
  });
}

function spend(ms: number): void {
  spentMs += ms;
  beginTurning();
}

/**
 * The items one after the other, bit by bit: what others ask is answered in between. Whatever is gone through like this shares one stretch in each turn of
 * the event loop, however many requests it is for.
 */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
  if (spentMs >= STRETCH_MS || running > 0 || waiting.length > 0) await nextStretch();
  let began = performance.now();
  running += 1;
  try {
    for (const item of items) {
      yield item;
      const took = performance.now() - began;
      if (spentMs + took < STRETCH_MS) continue;
      spend(took);
      await nextStretch();
      began = performance.now();
    }
  } finally {
    running -= 1;
    spend(performance.now() - began);
  }
}

/** As `map`, bit by bit. */
export async function mapInTurns<Item, Result>(items: Iterable<Item>, change: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for await (const item of inTurns(items)) results.push(change(item));
  return results;
}
