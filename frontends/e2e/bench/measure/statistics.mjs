/** @param {readonly number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median with its 95 % interval by order statistics, which supposes nothing about how the values are spread.
 * @param {readonly number[]} values
 * @returns {{ median: number, low: number, high: number }}
 */
export function medianWithInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const left = leftOut(sorted.length);
  return { median: median(sorted), low: sorted[left], high: sorted[sorted.length - 1 - left] };
}

/** How many values may be left out at each end: the largest k with P(Binomial(n, ½) < k) ≤ 2.5 %. */
function leftOut(count) {
  let probability = 0.5 ** count;
  let below = 0;
  let k = 0;
  while (below + probability <= 0.025) {
    below += probability;
    k += 1;
    probability *= (count - k + 1) / k;
  }
  return Math.max(0, k - 1);
}

/** @param {{ low: number, high: number }} interval */
export const intervalOf = ({ low, high }) => `[${low.toFixed(3)}–${high.toFixed(3)}]`;
