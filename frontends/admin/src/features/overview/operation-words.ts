const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** '0 kB', '850 kB', '1.2 GB' */
export function sizeLabel(bytes: number): string {
  let amount = bytes / 1000;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = amount < 9.95 && unit > 0 ? 1 : 0;
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(amount)} ${UNITS[unit] ?? ''}`;
}

/** '20 s', '4 min', '3 h', '2 days' */
export function waitLabel(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
