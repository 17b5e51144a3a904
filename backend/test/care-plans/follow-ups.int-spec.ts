import { FollowUpsService, sendFollowUpReminder } from '../../src/modules/care-plans/follow-ups/follow-ups.service';
import { openPlanPractice, PlanPractice, PLANS, publishPlan, writePlan } from '../harness/care-plans';
import { MailCatcher } from '../harness/mail-catcher';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: PlanPractice;
let followUps: FollowUpsService;
let catcher: MailCatcher;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  test = await startTestApp({ SMTP_URL: catcher.url });
  followUps = test.app.get(FollowUpsService, { strict: false });
});
afterAll(async () => {
  await test.close();
  await catcher.close();
});

const DAY = '2030-03-14';
const CANARY = 'CANARY of a plan';

beforeEach(async () => {
  practice = await openPlanPractice(test);
  await practice.therapist.post('/api/therapist/profile', { display_name: 'Dr. Ada Nwosu', timezone: 'Asia/Tokyo' }).expect(201);
  catcher.mails.length = 0;
});
afterEach(() => test.database.query('delete from care_plans'));

/** Runs what the worker runs, at a time in the therapist's zone. */
async function runAt(day: string, time: string): Promise<void> {
  const now = test.clock.now();
  test.clock.advance(new Date(`${day}T${time}:00+09:00`).getTime() - now.getTime());
  await followUps.remind();
  test.clock.advance(now.getTime() - test.clock.now().getTime());
}

interface Job {
  payload: { reminder_id: string };
}

async function jobs(): Promise<Job['payload'][]> {
  const rows = await test.database.query<Job>(`select payload from outbox where job = $1 and payload->>'reminder_id' in (select id::text from care_plan_reminders) order by created_at, id`, [sendFollowUpReminder.name]);
  return rows.map(({ payload }) => payload);
}

const recipients = (): string[] => catcher.mails.flatMap(({ to }) => (to && !Array.isArray(to) ? to.value.map(({ address }) => address ?? '') : []));

async function deliverAll(): Promise<string[]> {
  for (const payload of await jobs()) await followUps.deliver(payload);
  return recipients().sort();
}

const texts = { title: CANARY, description: CANARY, actions: [{ text: CANARY }], goals: [{ text: CANARY, progress: 3 }], follow_up_date: DAY };

it('the therapist and the client of a published plan are reminded on the day, in the morning where the therapist is, once', async () => {
  await publishPlan(practice, texts);
  for (const [day, time] of [['2030-03-13', '23:30'], [DAY, '07:59'], ['2030-03-15', '08:00']] as const) await runAt(day, time);
  expect(await jobs()).toEqual([]);
  await Promise.all([runAt(DAY, '08:00'), followUps.remind()]);
  await runAt(DAY, '12:00');
  expect(await jobs()).toHaveLength(2);
  expect(Object.keys((await jobs())[0] ?? {})).toEqual(['reminder_id']);
  expect(await deliverAll()).toEqual([practice.client.email, practice.therapist.email].sort());
});

it('however many plans are due, a client has one reminder of a therapist that day, and none of one whom they never confirmed', async () => {
  for (let nth = 0; nth < 3; nth += 1) await publishPlan(practice, texts);
  await runAt(DAY, '08:00');
  await runAt(DAY, '12:00');
  expect((await deliverAll()).filter((address) => address === practice.client.email)).toHaveLength(1);
  expect(recipients().filter((address) => address === practice.therapist.email)).toHaveLength(3);
  await test.database.query('delete from care_plans');
  catcher.mails.length = 0;
  await test.database.query(`update bookings set by_stranger = true, status = 'completed' where therapist_id = $1`, [practice.therapist.id]);
  await publishPlan(practice, texts);
  await runAt(DAY, '08:00');
  expect(await deliverAll()).toEqual([practice.therapist.email]);
});

it('a mail says neither what it is about nor, to the therapist, whom; and leads to where it is read', async () => {
  const { id } = await publishPlan(practice, texts);
  await runAt(DAY, '09:00');
  await deliverAll();
  const [toClient, toTherapist] = [practice.client.email, practice.therapist.email].map((address) => catcher.mails[recipients().indexOf(address)]);
  for (const mail of [toClient, toTherapist]) {
    for (const part of [mail?.text, mail?.html, mail?.subject]) {
      expect(part).not.toContain('CANARY');
      expect(part).not.toMatch(/plan for|therapy/i);
    }
  }
  expect([toClient, toTherapist].map((mail) => mail?.subject)).toEqual(['A reminder for today from Dr. Ada Nwosu', 'A reminder for today']);
  expect([toClient, toTherapist].map((mail) => mail?.from?.value[0]?.name)).toEqual(['Dr. Ada Nwosu via Attune', 'Attune']);
  expect(toClient?.text).toContain('today is the day that you agreed to look at something together with Dr. Ada Nwosu.');
  expect(toClient?.text).toContain('/client/dashboard?tab=plans');
  expect(toTherapist?.text).toContain(`/dashboard?tab=notes&view=plans&plan=${id}`);
  for (const whom of ['Kim', practice.client.email]) expect(toTherapist?.text).not.toContain(whom);
  expect(toClient?.messageId).not.toBe(toTherapist?.messageId);
  expect(new Set((await deliverAll(), catcher.messageIds)).size).toBe(2);
});

it('of what is not published only the therapist is reminded; the client is, when it is published later that day', async () => {
  const { id } = await writePlan(practice, texts);
  await runAt(DAY, '08:00');
  expect(await deliverAll()).toEqual([practice.therapist.email]);
  await practice.therapist.post(`${PLANS}/${id}/publish`, {}).expect(200);
  await runAt(DAY, '15:00');
  catcher.mails.length = 0;
  expect(await deliverAll()).toEqual([practice.client.email, practice.therapist.email].sort());
  expect(await jobs()).toHaveLength(2);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ['withdrawn', (id) => practice.therapist.post(`${PLANS}/${id}/withdraw`, {}).expect(200)],
  ['put off', (id) => practice.therapist.put(`${PLANS}/${id}`, { title: 'A', follow_up_date: '2030-04-01' }).expect(200)],
  ['left without a day', (id) => practice.therapist.put(`${PLANS}/${id}`, { title: 'A' }).expect(200)],
  ['deleted', (id) => practice.therapist.delete(`${PLANS}/${id}`).expect(200)],
])('a plan that was %s meanwhile reminds nobody', async (_how, change) => {
  const { id } = await publishPlan(practice, texts);
  await runAt(DAY, '08:00');
  const waiting = await jobs();
  expect(waiting).toHaveLength(2);
  await change(id);
  for (const payload of waiting) await followUps.deliver(payload);
  expect(recipients()).toEqual([]);
});

it('neither a withdrawn plan, nor a therapist who is not active, nor a person whom a stranger entered is reminded', async () => {
  const withdrawn = await publishPlan(practice, texts);
  await practice.therapist.post(`${PLANS}/${withdrawn.id}/withdraw`, {}).expect(200);
  await runAt(DAY, '08:00');
  expect(await jobs()).toEqual([]);
  await practice.therapist.delete(`${PLANS}/${withdrawn.id}`).expect(200);
  await publishPlan(practice, texts);
  await test.database.query('update bookings set by_stranger = true where id = $1', [practice.bookingId]);
  await runAt(DAY, '08:00');
  expect(await deliverAll()).toEqual([practice.therapist.email]);
  await test.database.query('delete from care_plan_reminders');
  await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
  await runAt(DAY, '08:00');
  expect(await jobs()).toEqual([]);
});

it('a client’s address that was changed in the table gets nothing', async () => {
  await publishPlan(practice, texts);
  await runAt(DAY, '08:00');
  await test.database.query('update clients set email = $2 where id = $1', [practice.clientId, 'thief@example.org']);
  const outcomes = await Promise.allSettled((await jobs()).map((payload) => followUps.deliver(payload)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(recipients()).toEqual([practice.therapist.email]);
});
