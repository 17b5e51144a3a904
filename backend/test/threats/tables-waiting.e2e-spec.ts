import { Client } from 'pg';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newToken } from '../../src/common/crypto/tokens';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { BookingMarks } from '../../src/modules/bookings/booking-marks.service';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { WaitingRepository } from '../../src/modules/bookings/waiting-list/waiting.repository';
import { auditProblems } from '../harness/activity-log-tools';
import { openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody can write the tables, and lets a foreign mailbox be offered what becomes free. */
let test: TestApp;
let practice: Practice;
let owner: Client;

beforeAll(async () => {
  test = await startTestApp();
  test.clock.set(`${workday(test, 1)}T16:00:00Z`);
  practice = await openPractice(test);
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

it('a request that somebody confirms in the table is offered nothing, and is named; those of before there were marks are taken over once', async () => {
  const [id, token, now] = [newId(), newToken(), test.clock.now()];
  const details = { client_name: 'Ines', client_email: 'ines@example.org', wishes: [{ weekday: null, from: '00:00', until: '23:59' }] };
  const row = { id, therapist_id: practice.therapist.id, service_id: practice.serviceId, created_at: now, expires_at: new Date(now.getTime() + 86_400_000) };
  const requests = test.app.get(WaitingRepository, { strict: false });
  await test.app.get(Works).begin(SYSTEM_ACTOR, ({ tx }) => requests.insertRequest({ ...row, details, token, network: '192.0.2.0/24' }, tx));
  const look = () => test.app.get(WaitingOffersService, { strict: false }).offer({ therapist_id: practice.therapist.id });
  const offers = async () => (await test.database.query('select request_id from waiting_offers')).length;
  const open = (what: string) => test.http.post(`/api/waiting-list/${what}`).set('Origin', test.config.publicUrl).send({ token });

  await test.database.query(`update waiting_requests set confirmed_at = $1, expires_at = $1::timestamptz + interval '60 days'`, [now]);
  await look();
  expect(await offers()).toBe(0);
  expect(await auditProblems(test)).toEqual([{ kind: 'foreign_row', id }]);
  for (const what of ['request', 'confirm']) await open(what).expect(404);

  await owner.query(`alter table activity_log disable trigger all; delete from activity_log where action = 'adopt_waiting_requests'; alter table activity_log enable trigger all; update waiting_requests set mark = null`);
  const marks = test.app.get(BookingMarks, { strict: false });
  await marks.adopt();
  await look();
  expect(await offers()).toBe(1);
  expect((await open('request').expect(200)).body).toMatchObject({ state: 'offered' });
  await owner.query('update waiting_requests set mark = null');
  await marks.adopt();
  await open('request').expect(404);
});
