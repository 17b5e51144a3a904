const MAX_PRICE = 100_000;

/** Whether the value is a price in dollars: 0 to 100000 with at most two decimals. */
export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_PRICE && Number(value.toFixed(2)) === value;
}

export function toCents(price: number): number {
  return Math.round(price * 100);
}

export function fromCents(cents: number): number {
  return cents / 100;
}
