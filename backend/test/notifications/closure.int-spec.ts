import type { ParsedMail } from 'mailparser';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { Works } from '../../src/common/work/work';
import { TherapistClosed } from '../../src/modules/auth/sign-in/account.events';
import { NotificationsModule } from '../../src/modules/notifications/notifications.module';
import { MailCatcher } from '../harness/mail-catcher';
import { BookingTools, writeBooking, WrittenBooking } from '../harness/notifications-bookings';
import { eventually, idleHandlersBeside, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { sealInto } from '../harness/sealed-values';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

const SOON = '2099-11-24T15:00:00Z';
const LATER = '2099-12-01T15:00:00Z';

let testDatabase: TestDatabase;
let catcher: MailCatcher;
let worker: TestWorker;
let tools: BookingTools;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  catcher = await MailCatcher.start();
  const parts = { imports: [NotificationsModule] };
  worker = await startTestWorker(testDatabase.url, { ...parts, providers: idleHandlersBeside(parts) }, { SMTP_URL: catcher.url, PUBLIC_URL: 'https://attune.localhost' });
  tools = { database: worker.database, outbox: worker.outbox, cipher: worker.module.get(ColumnCipher, { strict: false }) };
});
afterAll(async () => {
  await worker.stop();
  await catcher.close();
  await testDatabase.drop();
});

async function therapistOf({ id }: WrittenBooking): Promise<string> {
  const [row] = await worker.database.query<{ therapist_id: string }>('select therapist_id from bookings where id = $1', [id]);
  return row?.therapist_id ?? '';
}

/** The same therapist's, of another client or of the same one. */
async function another(booking: WrittenBooking, startsAt: string, sameClient: boolean): Promise<WrittenBooking> {
  const other = await writeBooking(tools, startsAt);
  // The secret of the link is bound to both, so it is written anew.
  await worker.database.query(
    `update bookings b set therapist_id = a.therapist_id, service_id = a.service_id, client_id = case when $3 then a.client_id else b.client_id end,
       client_email = case when $3 then a.client_email else b.client_email end from bookings a where a.id = $1 and b.id = $2`,
    [booking.id, other.id, sameClient],
  );
  await sealInto(worker.database, tools.cipher, 'bookings', other.id, { manage_token: other.token });
  return other;
}

async function close(therapistId: string): Promise<void> {
  await worker.database.query('update users set is_active = false where id = $1', [therapistId]);
  await worker.module.get(Works, { strict: false }).begin(SYSTEM_ACTOR, (work) => work.publish(new TherapistClosed(therapistId)));
}

const mailsTo = (address: string): ParsedMail[] => catcher.mails.filter(({ to }) => !Array.isArray(to) && to?.text === address);
const finished = (therapistId: string) =>
  eventually(async () => {
    const rows = await worker.database.query<{ state: string }>(`select state from outbox where payload ->> 'therapist_id' = $1`, [therapistId]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
  });

describe('when a therapist’s account is closed', () => {
  it('the therapist and every client with an appointment to come are told once, and that it stays', async () => {
    const booking = await writeBooking(tools, SOON);
    const second = await another(booking, LATER, true);
    const stranger = await another(booking, LATER.replace('15', '17'), false);
    const past = await another(booking, '2020-11-24T15:00:00Z', false);
    const cancelled = await another(booking, LATER.replace('15', '19'), false);
    await worker.database.query(`update bookings set status = 'cancelled' where id = $1`, [cancelled.id]);
    const therapistId = await therapistOf(booking);
    await close(therapistId);
    await finished(therapistId);
    const [client, ...more] = mailsTo(booking.clientEmail);
    expect(more).toEqual([]);
    expect(client?.subject).toBe('About your coming appointments with Dr. Ada Nwosu');
    expect(client?.text).toContain('Dr. Ada Nwosu');
    expect(client?.text).toContain('Your appointments stay as they are:');
    expect(client?.text).toContain('Tuesday, 24 November 2099');
    expect(client?.text).toContain('(Europe/Berlin)');
    for (const { token } of [booking, second]) expect(client?.text).toContain(`https://attune.localhost/manage#${token}`);
    const [other] = mailsTo(stranger.clientEmail);
    expect(other?.text).toContain('Your appointment stays as it is:');
    expect(other?.text).not.toContain(booking.token);
    for (const { clientEmail } of [past, cancelled]) expect(mailsTo(clientEmail)).toEqual([]);
    const [therapist] = mailsTo(booking.therapistEmail);
    expect(therapist?.subject).toBe('Your Attune account is closed');
    expect(therapist?.text).toContain('3 appointments that are to come stay booked. The clients are told by mail.');
    for (const mail of [client, other, therapist]) expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Grief|private note|Kim Park/);
  });

  it('nobody is told of what was taken back before the mail went out', async () => {
    const booking = await writeBooking(tools, SOON);
    const therapistId = await therapistOf(booking);
    await worker.module.get(Works, { strict: false }).begin(SYSTEM_ACTOR, (work) => work.publish(new TherapistClosed(therapistId)));
    await finished(therapistId);
    expect([...mailsTo(booking.clientEmail), ...mailsTo(booking.therapistEmail)]).toEqual([]);
  });
});
