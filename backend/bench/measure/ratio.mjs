/**
 * @typedef {object} Ratio
 * @property {number} median
 * @property {number} low lower end of the 95 % interval of the median
 * @property {number} high
 * @property {number} pairs
 */

/** @param {readonly number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median of paired ratios with its distribution-free interval: two order statistics that enclose the true median
 * with at least 95 % probability, whatever the distribution (a normal one is not to be expected on a shared machine).
 * @param {readonly number[]} ratios one per interleaved pair
 * @returns {Ratio}
 */
export function medianRatio(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  const outside = ranksOutside(sorted.length);
  return { median: median(sorted), low: sorted[outside], high: sorted[sorted.length - 1 - outside], pairs: sorted.length };
}

/** How many values may be left out at each end: the largest k with P(Binomial(n, ½) < k) ≤ 2.5 %. */
function ranksOutside(count) {
  let probability = 0.5 ** count;
  let tail = 0;
  let left = 0;
  while (tail + probability <= 0.025) {
    tail += probability;
    left += 1;
    probability *= (count - left + 1) / left;
  }
  return Math.max(0, left - 1);
}
