type Parts = Record<string, unknown>;

/** Whether two contents of a form would be stored the same. */
export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * What a form holds once its record was changed elsewhere: what the person changed (from `before` to `mine`) stays, everything
 * else is `fresh`. A list that kept its length is taken item by item, so that two people may edit two days of a week; an item
 * is never mixed from both.
 */
export function merged<Value>(before: Value, mine: Value, fresh: Value): Value {
  if (same(mine, before)) return fresh;
  if (isParts(before) && isParts(mine) && isParts(fresh)) {
    const names = Object.keys({ ...fresh, ...mine });
    return Object.fromEntries(names.map((name) => [name, merged(before[name], mine[name], fresh[name])])) as Value;
  }
  if (Array.isArray(before) && Array.isArray(mine) && Array.isArray(fresh) && before.length === mine.length && mine.length === fresh.length) {
    return mine.map((item, index) => (same(item, before[index]) ? (fresh[index] as unknown) : item)) as Value;
  }
  return mine;
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
