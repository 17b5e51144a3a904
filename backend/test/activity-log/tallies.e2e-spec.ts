import { randomUUID } from 'node:crypto';
import { ClientBrowser, mailedCode, newAddress, wrongCode } from '../harness/client-browser';
import { OutboxRepository } from '../../src/common/jobs/outbox.repository';
import { ActivityTallies } from '../../src/modules/activity-log/activity-tallies.service';
import { SignInCodesService } from '../../src/modules/clients/sign-in/sign-in-codes.service';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR_MS = 3_600_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
// Every test begins an hour of its own, with the hours before closed.
beforeEach(async () => {
  test.clock.set(new Date(Math.ceil(test.clock.now().getTime() / HOUR_MS) * HOUR_MS).toISOString());
  await closeHours();
});

const at = (address: string): Promise<ClientBrowser> => ClientBrowser.open(test, { address });
const unknown = (): string => `${randomUUID()}@example.org`;

interface Entry {
  action: string;
  actor_type: string;
  details: object;
}

/** What came into the log, and how many rows into the tables beside it. */
async function added<T>(run: () => Promise<T>): Promise<{ entries: Entry[]; codes: number; jobs: number }> {
  const count = async (table: string): Promise<number> => (await test.database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
  const [before] = await test.database.query<{ seq: string }>('select coalesce(max(seq), 0)::text as seq from activity_log');
  const [codes, jobs] = [await count('sign_in_codes'), await count('outbox')];
  await run();
  const entries = await test.database.query<Entry>('select action, actor_type, details from activity_log where seq > $1 order by seq', [before?.seq]);
  return { entries, codes: (await count('sign_in_codes')) - codes, jobs: (await count('outbox')) - jobs };
}

const closeHours = (): Promise<number> => test.app.get(ActivityTallies).closeHours();

describe('what anybody can do as often as they like', () => {
  it('120 sign-ins with unknown addresses leave one entry at once and the total when the hour is over', async () => {
    const address = newAddress();
    const flood = await added(async () => {
      for (let n = 0; n < 120; n += 1) await (await at(address)).login(unknown());
    });
    expect(flood.entries).toEqual([{ action: 'request_code', actor_type: 'visitor', details: {} }]);
    // As many codes as a connection may ask for in an hour.
    expect([flood.codes, flood.jobs]).toEqual([30, 30]);
    expect((await added(closeHours)).entries).toEqual([]);
    test.clock.advance(HOUR_MS);
    expect((await added(closeHours)).entries).toEqual([{ action: 'request_code', actor_type: 'system', details: { times: 30, sources: 1 } }]);
    expect((await added(closeHours)).entries).toEqual([]);
  });

  it('rows of codes and jobs that nobody waited for are gone with the next upkeep, or an hour after', async () => {
    const count = async (table: string): Promise<number> => (await test.database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
    const address = newAddress();
    await test.app.get(SignInCodesService).deleteExpired();
    const before = await count('sign_in_codes');
    for (let n = 0; n < 5; n += 1) await (await at(address)).login(unknown()).expect(404);
    expect(await count('sign_in_codes')).toBe(before + 5);
    await test.app.get(SignInCodesService).deleteExpired();
    expect(await count('sign_in_codes')).toBe(before);
    await test.database.query(`update outbox set state = 'done', finished_at = now() - interval '2 hours' where job = 'send-sign-in-code'`);
    await new OutboxRepository(test.database).removeFinished();
    expect(await test.database.query(`select from outbox where job = 'send-sign-in-code'`)).toEqual([]);
  });

  it('junk codes of many networks are one entry each, of at most a hundred, and one total', async () => {
    const email = unknown();
    const flood = await added(async () => {
      for (let n = 0; n < 110; n += 1) {
        for (let guess = 0; guess < 2; guess += 1) await (await at(`100.${n}.1.1`)).verify({ email, code: '271828' }).expect(401);
      }
    });
    expect(flood.entries).toHaveLength(101);
    test.clock.advance(HOUR_MS);
    expect((await added(closeHours)).entries).toEqual([{ action: 'client_verify_failed', actor_type: 'system', details: { times: 220, sources: 101 } }]);
  });

  it('60 wrong codes for one account leave an entry for each code that went out, not for each try', async () => {
    const client = await signInClient(test);
    const flood = await added(async () => {
      for (let n = 0; n < 12; n += 1) {
        const browser = await at(newAddress());
        await browser.login(client.email).expect(202);
        for (let guess = 0; guess < 5; guess += 1) await browser.verify({ email: client.email, code: wrongCode('271828', guess) }).expect(401);
      }
    });
    const failures = await test.database.query<{ n: number }>(
      `select count(*)::int as n from activity_log where action = 'client_verify_failed' and $1 = any(client_ids)`,
      [client.id],
    );
    expect(failures).toEqual([{ n: 12 }]);
    expect(flood.entries.filter(({ action }) => action === 'client_verify_failed').length).toBeLessThanOrEqual(24);
    await client.browser.login(client.email).expect(202);
    await client.browser.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
  });

  it('the totals outlive a restart, since they lie in the database', async () => {
    const address = newAddress();
    for (let n = 0; n < 3; n += 1) await (await at(address)).verify({ email: unknown(), code: '271828' }).expect(401);
    expect(await test.database.query('select action, hits from activity_tallies')).toEqual([{ action: 'client_verify_failed', hits: 3 }]);
    test.clock.advance(HOUR_MS);
    await closeHours();
    expect(await test.database.query('select from activity_tallies')).toEqual([]);
  });
});
