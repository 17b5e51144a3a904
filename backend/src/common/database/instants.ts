import { types } from 'pg';

const { TIMESTAMPTZ } = types.builtins;
const LENGTH = '2026-11-27 14:30:00+00'.length;
const NO_FRACTION = '.000Z';

/**
 * An instant as it is answered, ISO 8601 in UTC with milliseconds, out of how Postgres writes it. What a list tells of thousands of instants is not
 * worth a `Date` each. @throws RangeError for what is no instant, such as infinity
 */
export function isoOf(text: string): string {
  const end = text.length - 3;
  const isPlain = text.charCodeAt(10) === 32 && text.length >= LENGTH && text.endsWith('+00');
  // Another zone than UTC, or a year of more or less than four digits.
  if (!isPlain) return new Date(types.getTypeParser(TIMESTAMPTZ)(text) as unknown as Date).toISOString();
  const fraction = text.length === LENGTH ? NO_FRACTION : `${text.slice(19, Math.min(end, 23)).padEnd(4, '0')}Z`;
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}`;
}

/** For pg: every other type stays what it is. */
export const INSTANTS_AS_TEXT = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => (type === TIMESTAMPTZ ? isoOf : types.getTypeParser(type, format as 'text')),
};
