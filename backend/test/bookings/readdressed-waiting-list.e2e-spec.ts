import * as supertest from 'supertest';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { WaitingRepository } from '../../src/modules/bookings/waiting-list/waiting.repository';
import { changeAddress, objectionToken, objectTo } from '../harness/address-changes';
import { openPractice, Practice, workday } from '../harness/practice';
import { unsealed } from '../harness/sealed-values';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const OLD = 'vera@shared.example';
const NEW = 'vera@own.example';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
  test.clock.set(`${workday(test, 1)}T16:00:00Z`);
  practice = await openPractice(test);
});
afterAll(() => test.close());

const post = (path: string, body: object): supertest.Test => test.http.post(path).set('Origin', test.config.publicUrl).send(body);
const asked = (client_name: string) => ({ service_id: practice.serviceId, client_name, client_email: OLD, wishes: [{ weekday: null, from: '00:00', until: '23:59' }] });
const show = async (token: string) => (await post('/api/waiting-list/request', { token })).body as { state?: string; offer?: { id: string } | null };

/** The newest request, with the link that its next mail would bring. */
async function newest(): Promise<{ id: string; link: string }> {
  const [row] = await test.database.query<{ id: string }>('select id from waiting_requests order by id desc limit 1');
  const id = row?.id ?? '';
  return { id, link: await linkOf(id) };
}

const linkOf = (id: string): Promise<string> => unsealed(test.database, test.app.get(ColumnCipher), 'waiting_requests', 'token', id);

/** Where the mails of a request that wait to be sent go, and what they offer. */
async function mailed(id: string): Promise<{ to: string | undefined; offer: string | undefined }[]> {
  const jobs = await test.database.query<{ payload: { offer_id?: string } }>(`select payload from outbox where job = 'send-waiting-mail' and payload ->> 'request_id' = $1 order by created_at, id`, [id]);
  const row = await test.app.get(WaitingRepository, { strict: false }).findRequest(id, test.clock.now());
  return jobs.map(({ payload }) => ({ to: row?.details().client_email, offer: payload.offer_id }));
}

it('what somebody waits for who asked signed in goes along to their new address, and back; the links of before open nothing; what anybody asked for in their name stays', async () => {
  const client = await signInClient(test, { email: OLD });
  await client.post('/api/waiting-list', asked('Vera')).expect(202);
  const own = await newest();
  await post('/api/waiting-list/confirm', { token: own.link }).expect(200);
  await test.app.get(WaitingOffersService, { strict: false }).offer({ therapist_id: practice.therapist.id });
  const offer_id = (await show(own.link)).offer?.id;
  expect(offer_id).toBeDefined();
  await post('/api/waiting-list', asked('Mallory')).expect(202);
  const anybodys = await newest();

  await changeAddress(test, client, NEW);
  await post('/api/waiting-list/request', { token: own.link }).expect(404);
  await post('/api/waiting-list/accept', { token: own.link, offer_id }).expect(404);
  expect(await show(anybodys.link)).toMatchObject({ state: 'unconfirmed' });
  expect((await mailed(own.id)).slice(-1)).toEqual([{ to: NEW, offer: offer_id }]);
  const moved = await linkOf(own.id);
  expect(await show(moved)).toMatchObject({ state: 'offered', offer: { id: offer_id } });

  await objectTo(test, await objectionToken(test, OLD));
  await post('/api/waiting-list/request', { token: moved }).expect(404);
  await post('/api/waiting-list/accept', { token: await linkOf(own.id), offer_id }).expect(201);
  expect(await test.database.query('select client_email, client_id from bookings')).toEqual([{ client_email: OLD, client_id: client.id }]);
});
