import { once } from 'node:events';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { EncryptionKeys } from '../../src/common/crypto/encryption-keys';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { LogParts } from '../harness/activity-log-tools';
import { NOT_NOTED, print } from '../harness/before-and-now';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { openBrowser, post } from '../harness/browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { eventually } from '../harness/outbox-worker';
import { fillSealedTables, openedCanaries } from '../harness/sealed-rows';
import { unsealed } from '../harness/sealed-values';
import { startTestApp, TestApp } from '../harness/test-app';
import { startProcess, TestProcess } from '../harness/worker-process';

/** A key that somebody has seen, and what is left of it. How long bookings take meanwhile is shown by `common/keys-rotation`. */
const ROWS = process.env['PROOF'] === 'full' ? 400 : 150;
const [OLD, NEW] = [1, 2].map((byte) => ({ id: `key-${byte}`, key: Buffer.alloc(32, byte) })) as [{ id: string; key: Buffer }, { id: string; key: Buffer }];
const text = (...keys: { id: string; key: Buffer }[]): string => keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
/** Said before it is killed: some of the bookings are done. */
const IN_THE_MIDDLE = /^bookings: /m;
const TIMES = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'];
/** Within the 60 days that can be booked. */
const WORKDAYS = 40;
const ENVIRONMENT = { BOOKING_LIMIT_PER_IP: '1000000', BOOKING_WAVE_LIMIT: '1000000', SESSION_IDLE_MINUTES: '600' };

const restart = (test: TestApp, ...keys: { id: string; key: Buffer }[]): Promise<TestApp> => startTestApp({ ...ENVIRONMENT, ENCRYPTION_KEYS: text(...keys) }, () => undefined, test.testDatabase);
const rotate = (test: TestApp): TestProcess => startProcess('main.keys', test, { ENCRYPTION_KEYS: text(NEW, OLD) }, ['rotate']);
const only = (key: { id: string; key: Buffer }): ColumnCipher => new ColumnCipher(new EncryptionKeys([key]));
/** Of everything that is kept sealed, with this key alone. */
async function readable(test: TestApp, key: { id: string; key: Buffer }): Promise<number> {
  const { opened } = await openedCanaries(test, only(key));
  return Object.values(opened).reduce((sum, count) => sum + count, 0);
}

/** Books until it is told to stop. @returns the bookings, each with its note */
async function bookOn(test: TestApp, isOn: () => boolean): Promise<Map<string, string>> {
  const booked = new Map<string, string>();
  let practice: Practice | undefined;
  for (let turn = 0; isOn(); turn += 1) {
    if (!practice || turn % (WORKDAYS * TIMES.length) === 0) practice = await openPractice(test);
    const slot = { appointment_date: workday(test, 1 + (Math.floor(turn / TIMES.length) % WORKDAYS)), appointment_time: TIMES[turn % TIMES.length], notes: `note ${turn}` };
    const { body } = await book(test, practice, { ...slot, client_email: `client-${turn}@example.org` }).expect(201);
    booked.set((body as { id: string }).id, slot.notes);
  }
  return booked;
}

it('a key that somebody has seen opens nothing any more: replaced while people book, killed in the middle, and dropped', async () => {
  const before = await startTestApp({ ...ENVIRONMENT, ENCRYPTION_KEYS: text(OLD) });
  await fillSealedTables(before, ROWS);
  const admin = await signInEmergencyAdmin(before);
  const all = await readable(before, OLD);
  const test = await restart(before, NEW, OLD);
  const log = new LogParts(test.database, test.clock, test.app.get(KeyRing));
  await log.sealer.run(20_000);
  const { public_key } = await log.chain.verify();

  let on = true;
  const load = bookOn(test, () => on);
  const killed = rotate(test);
  await eventually(() => expect(killed.logged()).toMatch(IN_THE_MIDDLE), 60_000);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const half = { old: await readable(test, OLD), new: await readable(test, NEW) };
  const again = rotate(test);
  const [code] = (await once(again.child, 'exit')) as [number];
  on = false;
  const booked = await load;
  print(`of ${all} sealed texts, those that the old key and the new one open after "kill -9" in the middle`, 'no such command', `${half.old} and ${half.new}`);
  expect([half.old > 0, half.new > 0, half.old + half.new, code]).toEqual([true, true, all, 0]);
  expect(again.logged()).toContain('The key key-1 is used by nothing any more and may be dropped');

  const after = await restart(before, NEW);
  const notes = await Promise.all([...booked.keys()].map((id) => unsealed(after.database, only(NEW), 'bookings', 'notes', id)));
  const end = [await readable(after, OLD), await readable(after, NEW)];
  print('the same once it was run again, with the bookings made meanwhile', 'no such command', `${end.join(' and ')}; ${notes.length} of ${booked.size} bookings`);
  expect(end).toEqual([0, all]);
  expect(notes).toEqual([...booked.values()]);

  const session = (await openBrowser(after).get('/api/admin/dashboard').set('Cookie', admin.cookie)).status;
  const browser = openBrowser(after);
  await post(browser, '/api/admin/login', { username: admin.username, password: admin.password });
  const recovery = (await post(browser, '/api/admin/second-factor/verify', { code: admin.recoveryCodes[0] })).status;
  const verified = new LogParts(after.database, after.clock, after.app.get(KeyRing));
  await verified.sealer.run(20_000);
  const report = await verified.chain.verify();
  print('without the old key: a session of before, a recovery code of before, the log’s signatures, and what is wrong with it', 'all of it hung on the key', `${session}, ${recovery}, ${report.public_key === public_key ? 'by the same key' : 'by another key'}, ${report.problems.length === 0 ? 'nothing' : report.problems.length}`);
  expect([session, recovery, report.public_key, report.problems]).toEqual([200, 200, public_key, []]);
  for (const each of [after, test, before]) await each.close();
}, 240_000);

it('a start without a key that is still needed says which one', async () => {
  const before = await startTestApp({ ENCRYPTION_KEYS: text(OLD) });
  const api = startProcess('main.api', before, { ENCRYPTION_KEYS: text(NEW), PORT: '0', LOG_LEVEL: 'info' });
  const [code] = (await once(api.child, 'exit')) as [number];
  const said = api.logged().trim().split('\n').at(-1) ?? '';
  print('a start with another key than the data has', NOT_NOTED, `${code}: ${said.slice(0, 95)}…`);
  await before.close();
  expect(code).toBe(1);
  expect(said).toMatch(/^The encryption key key-1 is missing, .* Put it back into ENCRYPTION_KEYS/);
  expect(said).not.toContain(' at ');
});
