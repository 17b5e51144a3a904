/**
 * Stands in for date-fns' formatting and its English words in the build. The calendar widget writes days that nobody sees with
 * it; all words that people see are ours, by their region.
 */
export const enUS = { code: 'en-US', options: { weekStartsOn: 0, firstWeekContainsDate: 1 } };

export function format(day, pattern) {
  const two = (value) => String(value).padStart(2, '0');
  const parts = { yyyy: String(day.getFullYear()).padStart(4, '0'), MM: two(day.getMonth() + 1), dd: two(day.getDate()) };
  const written = pattern.split('-').map((part) => parts[part]);
  if (written.includes(undefined)) throw new Error(`The calendar is built without words of its own; give it one for '${pattern}'.`);
  return written.join('-');
}
