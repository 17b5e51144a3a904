import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { newId } from '../../src/common/database/database';
import { addNote, addPlan } from '../harness/client-record';
import { ClientBrowser } from '../harness/client-browser';
import { openPractice, Practice } from '../harness/practice';
import { notePeople } from '../harness/noted-people';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
const HISTORIES = FULL ? 1_000 : 100;
const SEED = 20_261_121;
const CANARY = 'CANARY';
const DAY = 86_400_000;
/** Registering is limited like signing in; here one machine registers for everybody. */
const NO_LIMITS = { CLIENT_UNKNOWN_LIMIT_PER_IP: '1000000', CLIENT_UNKNOWN_LIMIT_PER_SUBNET: '1000000', CLIENT_UNKNOWN_LIMIT: '1000000' };

/** What therapists and visitors tied to one address before its owner, or somebody else, registers with it. */
interface History {
  bookings: { daysAway: number; status: 'confirmed' | 'completed' | 'cancelled' }[];
  notes: { visible: boolean; byBooking: boolean }[];
  plans: { published: boolean }[];
}

const history: fc.Arbitrary<History> = fc.record({
  bookings: fc.array(fc.record({ daysAway: fc.integer({ min: -400, max: 60 }), status: fc.constantFrom('confirmed' as const, 'completed' as const, 'cancelled' as const) }), { minLength: 1, maxLength: 4 }),
  notes: fc.array(fc.record({ visible: fc.boolean(), byBooking: fc.boolean() }), { maxLength: 3 }),
  plans: fc.array(fc.record({ published: fc.boolean() }), { maxLength: 2 }),
});

describe('an unproved session', () => {
  let test: TestApp;
  let practice: Practice;
  let minute = 0;

  beforeAll(async () => {
    test = await startTestApp(NO_LIMITS);
    practice = await openPractice(test);
  });
  afterAll(() => test.close());

  it(
    `sees nothing that others tied to the address, in ${HISTORIES} random histories`,
    async () => {
      let foreignRows = 0;
      for (const facts of fc.sample(history, { numRuns: HISTORIES, seed: SEED })) {
        const email = `${randomUUID()}@example.org`;
        await live(email, facts);
        const browser = await ClientBrowser.open(test);
        await browser.register(email, { name: 'Somebody' }).expect(201);
        await browser.login(email).expect(200);
        const dashboard = await browser.get('/api/client/dashboard').expect(200);
        const { upcoming_bookings, past_bookings, session_notes, aftercare_recommendations, counts } = dashboard.body as Record<string, never[]> & { counts: Record<string, number> };
        foreignRows += [upcoming_bookings, past_bookings, session_notes, aftercare_recommendations].reduce((sum, rows) => sum + (rows?.length ?? 0), 0);
        foreignRows += Object.values(counts).reduce((sum, count) => sum + count, 0);
        const account = await browser.get('/api/client/account').expect(200);
        foreignRows += [dashboard.text, account.text].filter((text) => text.includes(CANARY)).length;
        await browser.get('/api/client/activity').expect(403);
        await browser.get('/api/client/export').expect(403);
      }
      process.stdout.write(`unproved sessions: ${HISTORIES} histories, ${foreignRows} foreign rows seen\n`);
      expect(foreignRows).toBe(0);
    },
    FULL ? 900_000 : 120_000,
  );

  async function live(email: string, { bookings, notes, plans }: History): Promise<void> {
    const clientId = newId();
    const therapistId = practice.therapist.id;
    await test.database.query('insert into clients (id, email, name, phone) values ($1, $2, $3, $4)', [clientId, email, `${CANARY} person`, '555 CANARY']);
    await notePeople(test.app);
    await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapistId, clientId]);
    const bookingIds = [];
    for (const { daysAway, status } of bookings) bookingIds.push(await addBooking(clientId, email, daysAway, status));
    for (const { visible, byBooking } of notes) {
      await addNote(test, { therapistId, visible, title: `${CANARY} note`, ...(byBooking ? { bookingId: bookingIds[0] ?? '' } : { clientId }) });
    }
    for (const { published } of plans) await addPlan(test, { therapistId, clientId, published, title: `${CANARY} plan` });
  }

  async function addBooking(clientId: string, email: string, daysAway: number, status: string): Promise<string> {
    const id = newId();
    minute += 1;
    // Minutes of their own, so that no two overlap.
    const startsAt = new Date(Math.floor(Date.now() / DAY) * DAY + daysAway * DAY * 20 + minute * 60_000);
    await test.database.query(
      `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name, session_type,
         client_name, client_email, status, manage_token_hash, manage_token, created_at)
       values ($1, $2, $3, $4, $5, $5::timestamptz + interval '1 second', 'UTC', $5::timestamptz::date, '10:00', 15, $6, 'online', $7, $8, $9, $10, $10, now())`,
      [id, practice.therapist.id, practice.serviceId, clientId, startsAt, `${CANARY} service`, `${CANARY} name`, email, status, Buffer.from(id)],
    );
    return id;
  }
});
