import * as supertest from 'supertest';
import { newId } from '../../src/common/database/database';
import { PUBLISHED } from '../../src/modules/intake-forms/scoring/instruments';
import { addOtherRecord, addPlan } from '../harness/client-record';
import { addForm, completeForm, question } from '../harness/intake-forms';
import { addFile } from '../harness/note-files';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { NOTES } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

/** All that a therapist keeps about a client, to take along. */
const { items, options } = PUBLISHED['phq-9'];
const PHQ = items.map((text, index) => question(`q_${index}`, 'radio', { question: text, options: [...options], required: true }));
const SCRIPT = '<script>alert(1)</script>';

let test: TestApp;
let practice: Practice;
let id: string;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  practice = await openPractice(test);
  const { body } = await book(test, practice, { client_email: 'kim@example.org', client_name: 'Kim Park', notes: SCRIPT, appointment_date: workday(test, 3) }).expect(201);
  id = (await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]))[0]?.client_id ?? '';
});
afterEach(() => test.close());

const page = (client: string, at: Practice = practice): supertest.Test => at.therapist.get(`/api/therapist/clients/${client}/export.html`);
const data = (client: string, at: Practice = practice): supertest.Test => at.therapist.get(`/api/therapist/clients/${client}/export`);

it('holds contact, remark, appointments, forms with scores, notes with what was read of files, and plans; of both where two are shown together', async () => {
  const { therapist } = practice;
  await therapist.put(`/api/therapist/clients/${id}`, { remark: 'Comes by train.', discharged_on: '2026-12-24', version: 0 }).expect(200);
  const form = await addForm(test, therapist.id, PHQ, { instrument: 'phq-9', title: 'Last two weeks' });
  await completeForm(test, therapist, { id: form, clientId: id }, Object.fromEntries(PHQ.map(({ id: asked }, index) => [asked, options[index === 8 ? 1 : 2]])));
  const { body: note } = await therapist.post(NOTES, { title: 'First session', content: 'She slept badly.', tags: ['sleep'], client_id: id }).expect(201);
  await addFile(therapist, (note as { id: string }).id, undefined, 'page one.png');
  await therapist.post(NOTES, { title: 'For me alone', content: 'Kept to myself.', is_private: true, client_id: id }).expect(201);
  await addPlan(test, { therapistId: therapist.id, clientId: id, title: 'Evenings without a screen' });
  const other = await addOtherRecord(test, therapist.id, id, true);
  await addPlan(test, { therapistId: therapist.id, clientId: other, title: 'Of the other record' });

  const answer = await data(id).expect(200);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-disposition': expect.stringMatching(/^attachment; filename="client-record-\d{4}-\d\d-\d\d\.json"$/) });
  const parts = (answer.body as { parts: { title: string; entries: { title: string; facts?: { label: string; value: string }[] }[]; left_out?: string }[] }).parts;
  expect(parts.map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Client', 2],
    ['Appointments', 1],
    ['Forms', 1],
    ['Session notes', 1],
    ['Care plans', 2],
    ['Consents to recordings', 0],
    ['Transcripts of recorded sessions', 0],
  ]);
  expect(parts[3]?.left_out).toBe('One private note is not in this copy.');
  expect(parts[2]?.entries[0]?.facts?.slice(0, 2).map(({ label, value }) => `${label}: ${value}`)).toEqual(['Item 9, thoughts of death or self-harm: Several days', 'Score: 17 of 27, moderately severe']);
  const whole = (await page(id).expect(200)).text;
  for (const text of ['Kim Park', 'kim@example.org', 'Comes by train.', '2026-12-24', 'She slept badly.', '#sleep', 'page one.png', 'Evenings without a screen', 'Of the other record']) expect(whole).toContain(text);
  for (const text of [SCRIPT, 'Kept to myself', 'For me alone']) expect(whole).not.toContain(text);
  expect(JSON.stringify(answer.body)).not.toContain('Kept to myself');
  const deeds = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'export_client' limit 1`);
  expect([...(deeds[0]?.client_ids ?? [])].sort()).toEqual([id, other].sort());
});

it('is nobody else’s, and twenty an hour', async () => {
  const other = await openPractice(test);
  for (const ask of [page, data]) {
    await ask(id, other).expect(404);
    await ask(newId()).expect(404);
  }
  for (let made = 0; made < 20; made += 1) await data(id).expect(200);
  expect((await page(id).expect(429)).headers['retry-after']).toBeDefined();
});

it('a long record is sent as it is read, and is whole', async () => {
  const titles = Array.from({ length: 45 }, (_, index) => `Session ${index}`);
  for (const title of titles) await practice.therapist.post(NOTES, { title, content: 'So it was. '.repeat(300), client_id: id }).expect(201);
  const { body } = await data(id).expect(200);
  const notes = (body as { parts: { title: string; entries: { title: string; text: string }[] }[] }).parts.find(({ title }) => title === 'Session notes');
  expect(notes?.entries.map(({ title }) => title).sort()).toEqual([...titles].sort());
  // Nothing says how long it is before it was read.
  expect((await page(id).expect(200)).headers).not.toHaveProperty('content-length');
});
