import { newId } from '../../src/common/database/database';
import { AvailabilityRepository } from '../../src/modules/bookings/availability/availability.repository';
import { BusyBlocks, BusyTime } from '../../src/modules/scheduling/busy-blocks/busy-blocks.service';
import { openPractice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR_MS = 3_600_000;

describe('busy blocks', () => {
  let test: TestApp;
  let busy: BusyBlocks;
  let therapistId: string;
  let now: number;

  beforeAll(async () => {
    test = await startTestApp();
    busy = test.app.get(BusyBlocks);
    therapistId = (await openPractice(test)).therapist.id;
    now = test.clock.now().getTime();
  });
  afterAll(() => test.close());

  const at = (key: string, hour: number, hours = 1): BusyTime => {
    const starts = now + hour * HOUR_MS;
    return { event_key: key, starts_at: new Date(starts), ends_at: new Date(starts + hours * HOUR_MS) };
  };
  const stored = (originId: string): Promise<(BusyTime & { id: string })[]> =>
    test.database.query('select id, event_key, starts_at, ends_at from busy_blocks where origin_id = $1 order by event_key', [originId]);
  const timesOf = async (originId: string): Promise<BusyTime[]> => (await stored(originId)).map(({ event_key, starts_at, ends_at }) => ({ event_key, starts_at, ends_at }));

  it('are added, moved by their key and removed, the last of two with one key counts, and another calendar has keys of its own', async () => {
    const [origin, other] = [newId(), newId()];
    await test.database.transaction(async (tx) => {
      await busy.put(tx, therapistId, 'google', origin, [at('a', 1), at('b', 2), at('b', 3)]);
      await busy.put(tx, therapistId, 'ics', other, [at('a', 9)]);
      await busy.put(tx, therapistId, 'google', origin, [at('a', 5)]);
      await busy.put(tx, therapistId, 'google', origin, []);
    });
    expect(await timesOf(origin)).toEqual([at('a', 5), at('b', 3)]);
    expect([await busy.count(therapistId), await busy.count(therapistId, 'google'), await busy.count(therapistId, 'ics')]).toEqual([3, 2, 1]);
    await test.database.transaction(async (tx) => {
      expect(await busy.remove(tx, origin, ['a', 'unknown'])).toBe(1);
      expect(await busy.removeOrigin(tx, other)).toBe(1);
    });
    expect(await timesOf(origin)).toEqual([at('b', 3)]);
    expect(await busy.count(therapistId)).toBe(1);
  });

  it('are replaced as a whole: what is the same stays the row it was, and what is over frees no time', async () => {
    const origin = newId();
    const replace = (blocks: BusyTime[]): Promise<{ freed: boolean }> => test.database.transaction((tx) => busy.replaceAll(tx, therapistId, 'ics', origin, blocks));
    expect(await replace([at('same', 1), at('moved', 2), at('gone', 3), at('over', -5)])).toEqual({ freed: false });
    const [, , , same] = await stored(origin);
    expect(await replace([at('same', 1), at('moved', 4), at('new', 6), at('over', -5)])).toEqual({ freed: true });
    const rows = await stored(origin);
    expect(rows.map(({ event_key, starts_at }) => [event_key, starts_at])).toEqual([['moved', at('', 4).starts_at], ['new', at('', 6).starts_at], ['over', at('', -5).starts_at], ['same', at('', 1).starts_at]]);
    expect(rows[3]?.id).toBe(same?.id);
    expect(await replace([at('same', 1), at('moved', 4), at('new', 6)])).toEqual({ freed: false });
    expect(await replace([])).toEqual({ freed: true });
    expect(await stored(origin)).toEqual([]);
  });

  it('are known by their version: free times follow each change at once, whichever process made it', async () => {
    const { therapist, serviceId } = await openPractice(test);
    const [one, other] = [test.app.get(AvailabilityRepository), new AvailabilityRepository(test.database)];
    const from = now + 48 * HOUR_MS;
    const taken = async (repository: AvailabilityRepository, within: { from: number; hours: number } = { from, hours: 48 }): Promise<number[] | undefined> => {
      const facts = await repository.findFacts({ therapistId: therapist.id, serviceId, startsAt: new Date(within.from), endsAt: new Date(within.from + within.hours * HOUR_MS), ignoredId: null, now: new Date(now), own: [] });
      return facts?.busy.map(([starts]) => (starts - from) / HOUR_MS);
    };
    const both = async (): Promise<unknown[]> => [await taken(one), await taken(other), await taken(one)];
    const origin = newId();
    const put = (...blocks: BusyTime[]): Promise<void> => test.database.transaction((tx) => busy.put(tx, therapist.id, 'google', origin, blocks));

    expect(await both()).toEqual([[], [], []]);
    await put(at('a', 50), at('b', 53), at('b too', 53.5));
    expect(await both()).toEqual([[2, 5], [2, 5], [2, 5]]);
    await put(at('a', 60));
    expect(await both()).toEqual([[5, 12], [5, 12], [5, 12]]);
    // Only what lies in the days that are asked for.
    expect(await taken(one, { from: from + 10 * HOUR_MS, hours: 1 })).toEqual([]);
    expect(await taken(one, { from: from + 12 * HOUR_MS, hours: 1 })).toEqual([12]);
    await test.database.transaction((tx) => busy.remove(tx, origin, ['a']));
    expect(await both()).toEqual([[5], [5], [5]]);
    await test.database.transaction((tx) => busy.removeOrigin(tx, origin));
    expect(await both()).toEqual([[], [], []]);
  });

  it('are at most ten thousand of a therapist, the nearest of all calendars; from there on all is taken, and each calendar says so until it has room again', async () => {
    const { therapist, serviceId } = await openPractice(test);
    const [one, other, feed] = [newId(), newId(), newId()];
    const quarters = (key: string, from: number, count: number): BusyTime[] => Array.from({ length: count }, (_, index) => at(`${key}${index}`, from + index / 4, 1 / 8));
    const known = (originId: string): Promise<Date | undefined> => busy.knownUntilOf(originId);
    const storedOf = async (): Promise<[number, number]> => {
      const [row] = await test.database.query<{ blocks: number; rows: number }>('select v.blocks, (select count(*)::int from busy_blocks b where b.therapist_id = v.therapist_id) as rows from busy_versions v where v.therapist_id = $1', [therapist.id]);
      return [row?.blocks ?? 0, row?.rows ?? 0];
    };
    const taken = async (hour: number): Promise<number[][]> => {
      const facts = await test.app.get(AvailabilityRepository).findFacts({ therapistId: therapist.id, serviceId, startsAt: at('', hour).starts_at, endsAt: at('', hour + 1).starts_at, ignoredId: null, now: new Date(now), own: [] });
      return facts?.busy.map(([starts, ends]) => [(starts - now) / HOUR_MS, (ends - now) / HOUR_MS]) ?? [];
    };
    const change = <T>(run: Parameters<typeof test.database.transaction<T>>[0]): Promise<T> => test.database.transaction(run);

    // 14,000 of one calendar: far more than fit, and some that can never matter.
    await change((tx) => busy.replaceAll(tx, therapist.id, 'google', one, [at('over', -50), at('far', 24 * 500), ...quarters('one', 1, 14_000)]));
    expect(await storedOf()).toEqual([10_001, 10_001]);
    expect([await busy.count(therapist.id), await known(one)]).toEqual([10_000, at('', 2_501).starts_at]);
    expect(await taken(100)).toEqual([[100, 100.125], [100.25, 100.375], [100.5, 100.625], [100.75, 100.875]]);
    expect(await taken(24 * 360)).toEqual([[2_501, 2_501 + 24 * 730]]);

    // Another calendar's nearer times push the farthest of the first one out, also page by page.
    for (let page = 0; page < 3; page += 1) await change((tx) => busy.put(tx, therapist.id, 'google', other, quarters(`other${page} `, 1 + page * 500, 2_000)));
    await change((tx) => busy.replaceAll(tx, therapist.id, 'ics', feed, quarters('feed', 1, 4_000)));
    const [blocks, rows] = await storedOf();
    expect([blocks === rows, await busy.count(therapist.id)]).toEqual([true, expect.any(Number)]);
    expect(await busy.count(therapist.id)).toBeLessThanOrEqual(10_000);
    const cut = await busy.knownUntil(therapist.id, 'google');
    expect(cut && cut < at('', 1_000).starts_at && cut > at('', 700).starts_at).toBe(true);
    expect([await known(one), await busy.knownUntil(therapist.id, 'ics')]).toEqual([cut, cut]);
    expect((await taken(24 * 300))[0]?.[1]).toBeGreaterThan(24 * 700);

    // With fewer times all of them are known again: of each calendar when it is read.
    await change((tx) => busy.removeOrigin(tx, feed));
    await change((tx) => busy.replaceAll(tx, therapist.id, 'google', other, quarters('other', 1, 40)));
    await change((tx) => busy.replaceAll(tx, therapist.id, 'google', one, quarters('one', 1, 400)));
    expect([await known(one), await known(other), await busy.knownUntil(therapist.id, 'google')]).toEqual([undefined, undefined, undefined]);
    expect([await storedOf(), await taken(24 * 300)]).toEqual([[440, 440], []]);
  });

  it('of a full calendar that changed are read once for all who ask meanwhile', async () => {
    const { therapist, serviceId } = await openPractice(test);
    const repository = new AvailabilityRepository(test.database);
    const origin = newId();
    const ask = async (): Promise<unknown> => (await repository.findFacts({ therapistId: therapist.id, serviceId, startsAt: at('', 1).starts_at, endsAt: at('', 90).starts_at, ignoredId: null, now: new Date(now), own: [] }))?.busy;
    await test.database.transaction((tx) => busy.put(tx, therapist.id, 'google', origin, Array.from({ length: 3_000 }, (_, index) => at(`${index}`, 1 + index / 4, 1 / 8))));
    await ask();
    await test.database.transaction((tx) => busy.remove(tx, origin, ['7']));
    const asked = jest.spyOn(test.database, 'query');
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    const rows = (await Promise.all(asked.mock.results.map(({ value }) => value as Promise<{ blocks?: unknown }[]>))).flat();
    asked.mockRestore();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([rows.length, rows.filter(({ blocks }) => blocks !== null).length]).toEqual([8, 1]);
  });

  it('of two writers at once are counted together, and the database itself takes no more than it can bear', async () => {
    const { therapist } = await openPractice(test);
    const many = (key: string): BusyTime[] => Array.from({ length: 8_000 }, (_, index) => at(`${key}${index}`, 1 + index / 4, 1 / 8));
    await Promise.all(['a', 'b', 'c'].map((key) => test.database.transaction((tx) => busy.replaceAll(tx, therapist.id, 'google', newId(), many(key)))));
    expect(await busy.count(therapist.id)).toBeLessThanOrEqual(10_000);
    const past = test.database.query(
      `insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at)
       select gen_random_uuid(), $1, 'ics', $2, n::text, now(), now() + interval '1 hour' from generate_series(1, 25000) n`,
      [therapist.id, newId()],
    );
    await expect(past).rejects.toThrow('busy_versions_blocks');
  });
});
