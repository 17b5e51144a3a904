import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newToken } from '../../src/common/crypto/tokens';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { WaitingRepository } from '../../src/modules/bookings/waiting-list/waiting.repository';
import { print } from '../harness/before-and-now';
import { addNote, personOf } from '../harness/client-record';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** What outlived its end, and who kept the best of a waiting list, and what comes of it now. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
  test.clock.set(`${workday(test, 1)}T14:00:00Z`);
  practice = await openPractice(test);
});
afterAll(() => test.close());

it('three mailboxes that decline whatever they are offered keep nobody else from it', async () => {
  const waiting = test.app.get(WaitingRepository, { strict: false });
  const tokens: string[] = [];
  for (const name of ['a', 'b', 'c', 'honest']) {
    const [now, token] = [test.clock.now(), newToken()];
    const row = { id: newId(), therapist_id: practice.therapist.id, service_id: practice.serviceId, created_at: now, expires_at: new Date(now.getTime() + 60 * 86_400_000) };
    const details = { client_name: 'Vera', client_email: `${name}-${randomUUID()}@example.org`, wishes: [{ weekday: null, from: '00:00', until: '23:59' }] };
    await test.app.get(Works).begin(SYSTEM_ACTOR, async ({ tx }) => {
      await waiting.insertRequest({ ...row, details, token, network: name }, tx);
      await waiting.confirm(row.id, now, row.expires_at, tx);
    });
    tokens.push(token);
    test.clock.advance(1_000);
  }
  const post = (path: string, body: object) => test.http.post(`/api/waiting-list/${path}`).set('Origin', test.config.publicUrl).send(body).expect(200);
  const offerOf = async (token: string) => ((await post('request', { token })).body as { offer: { id: string } | null }).offer;
  let looks = 0;
  for (let rounds = 0; rounds < 7; rounds += 1) {
    await test.app.get(WaitingOffersService, { strict: false }).offer({ therapist_id: practice.therapist.id });
    if (await offerOf(tokens[3] ?? '')) looks += 1;
    for (const token of tokens.slice(0, 3)) {
      const offer = await offerOf(token);
      if (offer) await post('decline', { token, offer_id: offer.id });
    }
  }
  print('of seven looks, those in which somebody behind three who always decline is offered a time', 0, looks);
  expect(looks).toBe(6);
});

it('a copy of a record ends when its therapist has signed out', async () => {
  const email = `${randomUUID()}@example.org`;
  await book(test, practice, { client_email: email, appointment_date: workday(test, 3) }).expect(201);
  const clientId = await personOf(test, email);
  for (let nth = 0; nth < 60; nth += 1) await addNote(test, { therapistId: practice.therapist.id, clientId, content: 'x'.repeat(50_000) });
  const owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('lock table session_notes in access exclusive mode');
  let bytes = 0;
  const copy = practice.therapist
    .get(`/api/therapist/clients/${clientId}/export`)
    .buffer(true)
    .parse((answer, done) => void answer.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => done(null, 'whole')))
    .then(({ body }) => body as string, () => 'cut');
  const waiting = () => test.database.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  while ((await waiting()).length === 0);
  await practice.therapist.post('/api/auth/logout').expect(200);
  await owner.query('commit');
  await owner.end();
  const end = await copy;
  print('a copy of 3,000 kB whose therapist signs out before its notes are read', 'whole', `${end} after ${Math.round(bytes / 1_000)} kB`);
  expect(end).toBe('cut');
});
