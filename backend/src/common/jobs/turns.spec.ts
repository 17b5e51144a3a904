import { Turns } from './turns';

it('lets those go first for whom less was done within the hour, and not for ever', () => {
  const turns = new Turns(20_000);
  turns.count('many', 50_000, 0);
  expect(turns.letsPass('job', 'many', ['many'], 1)).toBe(false);
  expect(turns.letsPass('other', 'few', ['many', 'few'], 1)).toBe(false);
  const passes = Array.from({ length: 22 }, () => turns.letsPass('job', 'many', ['many', 'few'], 1));
  expect(passes.indexOf(false)).toBe(20);
  turns.count('few', 40_000, 2);
  expect(turns.letsPass('job', 'many', ['many', 'few'], 3)).toBe(false);
  expect(turns.letsPass('job', 'many', ['many', 'new'], 3_700_000)).toBe(false);
});

it('lets those go first who do before all others, whatever they had, and the others by what they had', () => {
  const turns = new Turns(20_000);
  const [practice, account, other] = [{ whose: 'practice', goes_first: true }, { whose: 'account', goes_first: false }, { whose: 'other', goes_first: false }];
  turns.count('practice', 500_000, 0);
  turns.count('other', 50_000, 0);
  expect(turns.letsLinePass('job', practice, [practice, account, other], 1)).toBe(false);
  expect(turns.letsLinePass('job', account, [practice, account, other], 1)).toBe(true);
  expect(turns.letsLinePass('job', account, [account, other], 1)).toBe(false);
  expect(turns.letsLinePass('job', other, [account, other], 1)).toBe(true);
});

it('lets those go first for whom nothing was done, or less than half, before many have had their share of it each', () => {
  const turns = new Turns(20_000);
  for (const one of ['one', 'two', 'three']) turns.count(one, 5_000, 0);
  expect(turns.letsPass('job', 'one', ['one', 'two', 'three', 'new'], 1)).toBe(true);
  turns.count('new', 1_100, 1);
  expect(turns.letsPass('job', 'one', ['one', 'two', 'three', 'new'], 2)).toBe(true);
  turns.count('new', 2_000, 2);
  expect(turns.letsPass('job', 'one', ['one', 'two', 'three', 'new'], 3)).toBe(false);
});
