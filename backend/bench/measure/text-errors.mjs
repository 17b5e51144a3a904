/** How many parts have to be changed, left out or put in. @param {readonly string[]} from @param {readonly string[]} to */
export function changes(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1));
    row = next;
  }
  return row[to.length];
}

/** How many characters have to be changed, in relation to how many there are; breaks of lines are spaces. */
export function characterErrors(expected, read) {
  const [from, to] = [expected, read].map((text) => [...text.replace(/\s+/g, ' ').trim()]);
  return changes(from, to) / Math.max(1, from.length);
}
