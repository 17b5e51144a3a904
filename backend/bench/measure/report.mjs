/** @param {readonly string[][]} rows the first holds the titles */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  ');
  console.log(line(rows[0]));
  console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  for (const row of rows.slice(1)) console.log(line(row));
}

/** @param {import('./ratio.mjs').Ratio | undefined} ratio */
export function formatRatio(ratio) {
  return ratio ? `${ratio.median.toFixed(3)} [${ratio.low.toFixed(3)}–${ratio.high.toFixed(3)}]` : 'not told';
}

/** @param {number | undefined} value @param {'at least' | 'at most'} kind @param {number | undefined} target */
export function verdict(value, kind, target) {
  if (target === undefined || value === undefined) return '';
  return (kind === 'at least' ? value >= target : value <= target) ? 'reached' : 'MISSED';
}

/** @param {number | undefined} microseconds */
export function formatCpu(microseconds) {
  return microseconds === undefined ? 'not told' : `${Math.round(microseconds)} µs`;
}
