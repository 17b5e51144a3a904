import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { EncryptionKeys } from '../../src/common/crypto/encryption-keys';
import { InstallationSecret } from '../../src/common/crypto/installation-secret';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { KeyRotation } from '../../src/common/crypto/key-rotation';
import { Works } from '../../src/common/work/work';
import { LogParts } from '../harness/activity-log-tools';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { fillSealedTables, openedCanaries } from '../harness/sealed-rows';
import { unsealed } from '../harness/sealed-values';
import { startTestApp, TestApp } from '../harness/test-app';

const WHOLE = process.env['PROOF'] === 'full';
const ROWS = WHOLE ? 5_000 : 300;
const TIMES = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'];
const [OLD, NEW] = [1, 2].map((byte) => ({ id: `key-${byte}`, key: Buffer.alloc(32, byte) })) as [{ id: string; key: Buffer }, { id: string; key: Buffer }];
const KEYS = [NEW, OLD].map(({ id, key }) => `${id}:${key.toString('base64')}`);
/** Within the 60 days that can be booked. */
const WORKDAYS = 40;
const NO_LIMITS = { BOOKING_LIMIT_PER_IP: '1000000', BOOKING_WAVE_LIMIT: '1000000' };

/** Books one time after the other, in further practices once one is booked out, until it is told to stop. @returns the bookings, with the milliseconds that each took */
async function bookOn(test: TestApp, first: Practice, isOn: () => boolean): Promise<{ id: string; ms: number }[]> {
  const booked: { id: string; ms: number }[] = [];
  let practice = first;
  for (let turn = 0; isOn(); turn += 1) {
    const day = Math.floor(turn / TIMES.length) % WORKDAYS;
    if (turn > 0 && turn % (WORKDAYS * TIMES.length) === 0) practice = await openPractice(test);
    const slot = { appointment_date: workday(test, 1 + day), appointment_time: TIMES[turn % TIMES.length], notes: `note ${turn}` };
    const startedAt = performance.now();
    const { body, status } = await book(test, practice, { ...slot, client_email: `client-${turn}@example.org` });
    expect(status).toBe(201);
    booked.push({ id: (body as { id: string }).id, ms: performance.now() - startedAt });
  }
  return booked;
}

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

it(`${ROWS} bookings are encrypted anew while others are booked; the log verifies before, during and after, and the old key may go`, async () => {
  const before = await startTestApp({ ENCRYPTION_KEYS: KEYS[1], ...NO_LIMITS });
  await fillSealedTables(before, ROWS);
  // As the operator restarts it: the new key in front.
  const test = await startTestApp({ ENCRYPTION_KEYS: KEYS.join(','), ...NO_LIMITS }, () => undefined, before.testDatabase);
  const log = new LogParts(test.database, test.clock, test.app.get(KeyRing));
  const verify = async (): Promise<void> => expect((await log.chain.verify()).problems).toEqual([]);
  await log.sealer.run(20_000);
  await verify();

  const practices = await Promise.all([openPractice(test), openPractice(test)]);
  let on = true;
  let looks = 0;
  const quiet = (await Promise.all(practices.map((practice) => bookOn(test, practice, ((left) => () => (left -= 1) >= 0)(20))))).flat();
  const others = await Promise.all([openPractice(test), openPractice(test)]);
  const load = others.map((practice) => bookOn(test, practice, () => on));
  const watch = (async () => {
    for (; on; looks += 1) {
      await log.sealer.run(200);
      await verify();
      await pause(100);
    }
  })();
  const [keys, cipher, secret] = [test.app.get(EncryptionKeys), test.app.get(ColumnCipher), test.app.get(InstallationSecret)];
  const startedAt = performance.now();
  let batches = 0;
  const rotation = await new KeyRotation(test.app.get(DataSource), test.database, keys, cipher, secret, test.app.get(Works)).rotate(() => (batches += 1));
  const seconds = (performance.now() - startedAt) / 1_000;
  on = false;
  const busy = (await Promise.all(load)).flat();
  await watch;
  expect(rotation).toMatchObject({ key: NEW.id, unused: [OLD.id] });
  expect([rotation.unreadable.size, rotation.inUse.size]).toEqual([0, 0]);
  expect(busy.length).toBeGreaterThan(0);
  expect(looks).toBeGreaterThan(0);

  const after = await startTestApp({ ENCRYPTION_KEYS: KEYS[0] }, () => undefined, before.testDatabase);
  const only = after.app.get(ColumnCipher);
  const { opened, closed } = await openedCanaries(after, only);
  expect(closed).toBe(0);
  expect(opened).toMatchObject({ 'bookings.notes': ROWS, 'session_notes.content': 1 });
  for (const { id } of [...quiet, ...busy]) {
    expect(await unsealed(after.database, only, 'bookings', 'notes', id)).toMatch(/^note \d+$/);
  }
  const verified = new LogParts(after.database, after.clock, after.app.get(KeyRing));
  expect((await verified.chain.verify()).problems).toEqual([]);
  expect((await verified.chain.verify()).public_key).toBe((await log.chain.verify()).public_key);
  process.stdout.write(
    `key rotation: ${rotation.rows} rows in ${batches} batches and ${seconds.toFixed(1)} s, ${busy.length} bookings meanwhile (median ${median(busy.map(({ ms }) => ms)).toFixed(0)} ms, without it ${median(quiet.map(({ ms }) => ms)).toFixed(0)} ms), log verified ${looks + 3} times, 0 problems\n`,
  );
  await after.close();
  await test.close();
  await before.close();
});
