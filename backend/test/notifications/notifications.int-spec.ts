import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ParsedMail } from 'mailparser';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { NotificationsModule } from '../../src/modules/notifications/notifications.module';
import { createTestDatabase, TestDatabase } from '../harness/test-database';
import { MailCatcher } from '../harness/mail-catcher';
import { BookingTools, tell, writeBooking, WrittenBooking } from '../harness/notifications-bookings';
import { eventually, idleHandlersBeside, startTestWorker, TestWorker, workerEnvironment } from '../harness/outbox-worker';

const START = '2026-11-24T15:00:00Z';

describe('mails about bookings', () => {
  let testDatabase: TestDatabase;
  let catcher: MailCatcher;
  let dataDir: string;
  let worker: TestWorker;
  let tools: BookingTools;

  const startWorker = async (environment: Record<string, string> = {}): Promise<void> => {
    worker = await startTestWorker(
      testDatabase.url,
      { imports: [NotificationsModule], providers: idleHandlersBeside({ imports: [NotificationsModule] }) },
      { SMTP_URL: catcher.url, DATA_DIR: dataDir, PUBLIC_URL: 'https://attune.localhost', ...environment },
    );
    tools = {
      database: worker.database,
      outbox: worker.outbox,
      cipher: worker.module.get(ColumnCipher, { strict: false }),
    };
  };
  const mailTo = (address: string, subject: RegExp): ParsedMail | undefined =>
    catcher.mails.find(
      (mail) => !Array.isArray(mail.to) && mail.to?.text === address && subject.test(mail.subject ?? ''),
    );
  const received = async (
    booking: WrittenBooking,
    subject: RegExp,
  ): Promise<{ client: ParsedMail; therapist: ParsedMail }> => {
    let found: { client?: ParsedMail; therapist?: ParsedMail } = {};
    await eventually(() => {
      found = { client: mailTo(booking.clientEmail, subject), therapist: mailTo(booking.therapistEmail, subject) };
      expect(found.client && found.therapist).toBeDefined();
    });
    return found as { client: ParsedMail; therapist: ParsedMail };
  };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    catcher = await MailCatcher.start();
    dataDir = mkdtempSync(join(tmpdir(), 'attune-test-'));
    await startWorker();
  });
  afterAll(async () => {
    await worker.stop();
    await catcher.close();
    await testDatabase.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('bring a therapist’s link to nobody whose address anybody could have given, and to those whom the practice knows', async () => {
    const link = 'https://video.example/verify?who=you';
    const [unknown, known] = [await writeBooking(tools, START), await writeBooking(tools, '2026-12-01T15:00:00Z')];
    await tools.database.query(`update bookings set place_kind = 'video', place_detail = $1, by_stranger = true`, [link]);
    await tools.database.query(
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'by_stranger', false, 'status', 'cancelled', 'manage_token_hash', '\\x01'))).* from bookings b where id = $1`,
      [known.id],
    );
    await tell(tools, unknown, { kind: 'booked', sequence: 0, startsAt: START });
    await tell(tools, known, { kind: 'booked', sequence: 0, startsAt: '2026-12-01T15:00:00Z' });
    const strange = await received(unknown, /24 Nov at (10:00|16:00)/);
    const theirs = await received(known, /1 Dec at (10:00|16:00)/);
    const all = ({ text, html, attachments }: ParsedMail): string => `${text} ${html} ${attachments.map(({ content }) => content.toString()).join(' ')}`;
    expect(all(strange.client)).not.toContain('video.example');
    expect(strange.client.text).toContain(`https://attune.localhost/manage#${unknown.token}`);
    for (const mail of [strange.therapist, theirs.client]) expect(mail.text).toContain(link);
  });

  it('go to both sides with time and therapist, link and invitation, and nothing more', async () => {
    const booking = await writeBooking(tools, START);
    const event = await tell(tools, booking, { kind: 'booked', sequence: 0, startsAt: START });
    const { client, therapist } = await received(booking, /24 Nov at (10:00|16:00)/);
    expect(client.messageId).toBe(`<${event}.client@attune.localhost>`);
    expect(therapist.messageId).toBe(`<${event}.therapist@attune.localhost>`);
    expect(client.text).toContain(`https://attune.localhost/manage#${booking.token}`);
    expect(client.text).toContain('16:00 to 16:50 (Europe/Berlin)');
    expect(client.text).toContain('until 24 hours before it begins');
    expect(therapist.text).toContain('https://attune.localhost/dashboard?tab=bookings');
    for (const { text, html, subject, attachments } of [client, therapist]) {
      const all = `${subject} ${text} ${html} ${attachments.map(({ content }) => content.toString()).join(' ')}`;
      expect(all).not.toMatch(/Grief|private note|\+1 555|Kim Park/);
      expect(all).toContain(`UID:${booking.id}@attune.localhost`);
    }
    expect(JSON.stringify(therapist)).not.toContain(booking.token);
  });

  it('tell each event as it was, also when another came soon after', async () => {
    const booking = await writeBooking(tools, START);
    const later = '2026-11-25T16:30:00Z';
    await tell(tools, booking, { kind: 'booked', sequence: 0, startsAt: START });
    await tell(tools, booking, { kind: 'moved', sequence: 1, startsAt: later, previousStartsAt: START });
    await tools.database.query(
      `update bookings set status = 'cancelled', sequence = 2, starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '50 minutes' where id = $1`,
      [booking.id, later],
    );
    await tell(tools, booking, { kind: 'cancelled', sequence: 2, startsAt: later });
    const moved = await received(booking, /moved to Wed 25 Nov at (11:30|17:30 \(Europe\/Berlin\))$/);
    expect(moved.client.text).toContain('Was: Tue 24 Nov at 16:00 (Europe/Berlin)');
    const cancelled = await received(booking, /25 Nov at (11:30|17:30 \(Europe\/Berlin\)) is cancelled$/);
    const calendar = cancelled.client.attachments
      .find(({ contentType }) => contentType.includes('calendar'))
      ?.content.toString();
    expect(calendar).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/);
    await received(booking, / on Tue 24 Nov at (10:00|16:00 \(Europe\/Berlin\))$/);
  });

  it('are given up with a reason when the address is refused, and follow later when the server was away', async () => {
    const refused = await writeBooking(tools, START);
    catcher.refused.set(refused.clientEmail, { code: 550, text: `5.1.1 <${refused.clientEmail}> unknown` });
    const event = await tell(tools, refused, { kind: 'booked', sequence: 0, startsAt: START });
    const rowOf = async (id: string, recipient: string): Promise<unknown> =>
      (
        await tools.database.query(`select state, attempts, last_error from outbox where payload @> $1`, [
          JSON.stringify({ booking_event_id: id, recipient }),
        ])
      )[0];
    await eventually(async () =>
      expect(await rowOf(event, 'client')).toEqual({
        state: 'discarded',
        attempts: 1,
        last_error: "The mail server refused the recipient's address (550). Reach the person another way.",
      }),
    );
    await catcher.close();
    const booking = await writeBooking(tools, '2026-11-26T15:00:00Z');
    const second = await tell(tools, booking, { kind: 'booked', sequence: 0, startsAt: '2026-11-26T15:00:00Z' });
    await eventually(async () =>
      expect(await rowOf(second, 'client')).toMatchObject({
        last_error: expect.stringContaining('cannot be reached') as string,
      }),
    );
    await catcher.open();
    await received(booking, /26 Nov at (10:00|16:00)/);
    expect(await rowOf(newId(), 'client')).toBeUndefined();
  });

  it('carry the same Message-ID when the worker is killed between sending and knowing', async () => {
    await worker.stop();
    const url = new URL(testDatabase.url).toString();
    await startWorker({ ACTIVE_QUEUES: 'maintenance' });
    const booking = await writeBooking(tools, '2026-12-01T15:00:00Z');
    catcher.withholdReceipts = true;
    const killed = await spawnWorker({
      ...workerEnvironment(url, dataDir),
      SMTP_URL: catcher.url,
      PUBLIC_URL: 'https://attune.localhost',
    });
    const event = await tell(tools, booking, { kind: 'booked', sequence: 0, startsAt: '2026-12-01T15:00:00Z' });
    const expected = [`<${event}.client@attune.localhost>`, `<${event}.therapist@attune.localhost>`];
    const count = (id: string): number => catcher.messageIds.filter((seen) => seen === id).length;
    await eventually(() => expect(expected.map(count)).toEqual([1, 1]), 20_000);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    catcher.withholdReceipts = false;

    const next = await spawnWorker({
      ...workerEnvironment(url, dataDir),
      SMTP_URL: catcher.url,
      PUBLIC_URL: 'https://attune.localhost',
    });
    await eventually(async () => {
      const states = await tools.database.query(`select state from outbox where payload->>'booking_event_id' = $1`, [
        event,
      ]);
      expect(states).toEqual([{ state: 'done' }, { state: 'done' }]);
    }, 50_000);
    expect(expected.map(count)).toEqual([2, 2]);
    const exit = once(next, 'exit');
    next.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  }, 300_000);
});

/** The worker as its own process, from the sources, until it says that it is ready. */
async function spawnWorker(environment: Record<string, string>): Promise<ChildProcess> {
  const backend = join(__dirname, '../..');
  const child = spawn(
    process.execPath,
    ['--require', join(__dirname, '../harness/outbox-typescript.cjs'), join(backend, 'src', 'main.worker.ts')],
    {
      cwd: backend,
      env: { PATH: process.env['PATH'], ...environment, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('worker ready')) resolve();
    });
  });
  return child;
}
