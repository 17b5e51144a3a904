import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

it('no query that asks again by itself counts as somebody being there', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.api.ts'));
  const parts = files.flatMap((file) => readFileSync(join(__dirname, file), 'utf8').split(/\nexport /));
  /** The query that one is made of. */
  const madeOf = (part: string): string => {
    const name = /\.\.\.(\w+Query)\b/.exec(part)?.[1];
    return (name && parts.find((other) => new RegExp(`^(?:function|const) ${name}\\b`).test(other))) ?? '';
  };
  const polls = parts.filter((part) => part.includes('refetchInterval:'));
  expect(polls.length).toBeGreaterThan(8);
  const counted = polls.filter((part) => !/headers: BACKGROUND|'X-Background'/.test(part + madeOf(part)));
  expect(counted.map((part) => part.split('\n', 1)[0])).toEqual([]);
});
