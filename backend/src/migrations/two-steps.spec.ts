import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PREVIOUS from './previous-release.json';

/**
 * A version's migrations run while processes of the one before still answer: they add (first step), and take away only what that version does not use any more
 * (second step, a release later). Such a file says so in a comment that begins with `Contracts:`.
 */
const TAKES_AWAY = [
  ['a table', /\bdrop\s+table\b/i],
  ['a column', /\bdrop\s+column\b/i],
  ['a name', /\brename\s+(?:column|to|constraint)\b/i],
  ['a type', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i],
  ['what may be left out', /\bset\s+not\s+null\b/i],
  ['what may be left out, in a new column', /\badd\s+column\b(?:(?!\bdefault\b|,|;)[^])*?\bnot\s+null\b(?!(?:(?!,|;)[^])*\bdefault\b)/i],
] as const;

/** What a migration takes away without saying that nothing uses it any more. */
function takenAway(text: string): string[] {
  // The way back takes away what the way there added.
  const [there = ''] = text.split(/\basync down\b/);
  if (/\bContracts:/.test(text)) return [];
  return TAKES_AWAY.flatMap(([what, pattern]) => (pattern.test(there) ? [what] : []));
}

it('migrations after the previous release take nothing away that it uses', () => {
  const newer = readdirSync(__dirname).filter((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? 0) > PREVIOUS.newest_migration);
  const wrong = newer.flatMap((name) => takenAway(readFileSync(join(__dirname, name), 'utf8')).map((what) => `${name} takes away ${what}: do that a release later, or say in a comment "Contracts: …" why the previous release does not mind`));
  expect(wrong).toEqual([]);
});

it.each([
  ['alter table a drop column b', ['a column']],
  ['drop table a', ['a table']],
  ['alter table a rename column b to c', ['a name']],
  ['alter table a alter column b type text', ['a type']],
  ['alter table a alter column b set not null', ['what may be left out']],
  ['alter table a add column b text not null', ['what may be left out, in a new column']],
  ['alter table a add column b text not null default 0, add column c int', []],
  ['alter table a add column b text default 0 not null', []],
  ['create table a (b text not null)', []],
  ['/** Contracts: since two releases nobody reads it. */ alter table a drop column b', []],
  ['create index a on b (c); async down() { drop table a', []],
])('%s', (text, what) => {
  expect(takenAway(text)).toEqual(what);
});
