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

const [PRACTICE, ACCOUNT, OTHER] = [{ whose: 'practice', goes_first: true }, { whose: 'account', goes_first: false }, { whose: 'other', goes_first: false }];

it('lets those go first who do before all others, whatever they had, and the others by what they had', async () => {
  const turns = new Turns(20_000);
  turns.count('practice', 500_000, 0);
  turns.count('other', 50_000, 0);
  expect(turns.putOffMs('job', PRACTICE, [PRACTICE, ACCOUNT, OTHER], 1)).toBe(0);
  expect([1, 2, 3].map((now) => turns.putOffMs('job', ACCOUNT, [PRACTICE, ACCOUNT, OTHER], now))).toEqual([250, 500, 1_000]);
  const another = { whose: 'another', goes_first: true };
  await turns.during(another, () => Promise.resolve(turns.count('another', 900_000, performance.now())));
  const waits = await turns.during(OTHER, () => Promise.resolve(Array.from({ length: 20 }, () => [turns.putOffMs('first', another, [another, PRACTICE], performance.now()), turns.putOffMs('later', ACCOUNT, [PRACTICE, ACCOUNT], 4)])));
  expect(waits.at(-1)).toEqual([2_000, 15_000]);
  expect(turns.putOffMs('job', ACCOUNT, [ACCOUNT, OTHER], 4)).toBe(0);
  expect(turns.putOffMs('job', OTHER, [ACCOUNT, OTHER], 4)).toBeGreaterThan(0);
});

it('keeps whoever goes first waiting for one turn of others at most, however many of theirs have waited, and those not for ever', async () => {
  const turns = new Turns(20_000);
  const line = Array.from({ length: 300 }, (_, nth) => ({ id: `account ${nth}`, turn: ACCOUNT }));
  const done: string[] = [];
  /** As the jobs of a queue come, the oldest first; who is put off comes again behind all. */
  const look = async (): Promise<void> => {
    const next = line.shift();
    if (!next) return;
    if (turns.putOffMs(next.id, next.turn, [...line, next].map(({ turn }) => turn), 0) > 0) line.push(next);
    else await turns.during(next.turn, () => Promise.resolve(done.push(next.turn.whose)));
  };
  for (let nth = 0; nth < 30; nth += 1) {
    line.push({ id: `practice ${nth}`, turn: PRACTICE });
    while (line.some(({ turn }) => turn === PRACTICE)) await look();
  }
  expect(done.filter((whose) => whose === 'account').length).toBeLessThanOrEqual(30);
  expect(done.join(' ')).not.toContain('account account');
  // Nobody does the practice's thing, and it stays in line: the others have their turns one by one.
  done.length = 0;
  line.length = 0;
  for (let nth = 0; nth < 3; nth += 1) line.push({ id: `last ${nth}`, turn: ACCOUNT });
  for (let looks = 0; looks < 60; looks += 1) {
    const next = line.shift();
    if (!next) break;
    if (turns.putOffMs(next.id, next.turn, [PRACTICE, ACCOUNT], 0) > 0) line.push(next);
    else await turns.during(next.turn, () => Promise.resolve(done.push(next.id)));
  }
  expect(done).toHaveLength(3);
});

it('gives a turn to those who do not go first after much work for those who do', async () => {
  const turns = new Turns(20_000);
  expect(turns.putOffMs('job', ACCOUNT, [PRACTICE, ACCOUNT], 0)).toBeGreaterThan(0);
  jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(200_000);
  await turns.during(PRACTICE, () => Promise.resolve());
  expect(turns.putOffMs('job', ACCOUNT, [PRACTICE, ACCOUNT], 200_000)).toBe(0);
  expect(turns.putOffMs('job', ACCOUNT, [PRACTICE, ACCOUNT], 200_000)).toBeGreaterThan(0);
});

it('is not let in by coming often while somebody is at work, but for once in a long while', async () => {
  const turns = new Turns(20_000);
  await turns.during(PRACTICE, async () => {
    const waits = Array.from({ length: 120 }, (_, now) => turns.putOffMs('job', ACCOUNT, [PRACTICE, ACCOUNT], now));
    expect(waits.flatMap((ms, nth) => (ms === 0 ? [nth] : []))).toEqual([60]);
    await Promise.resolve();
  });
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
