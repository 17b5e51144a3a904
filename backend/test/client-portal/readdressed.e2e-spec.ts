import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { ClientAddressChanged } from '../../src/modules/clients/persons/person.events';
import { BookingNoticeRepository } from '../../src/modules/notifications/booking-notice.repository';
import { openBookingClient } from '../harness/booking-client';
import { manageToken, openPractice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '30', BOOKING_WAVE_LIMIT: '100000' });
});
afterAll(() => test.close());

it('a new address is told of all appointments in one mail, the soonest first, each with a link of its own', async () => {
  const client = await openBookingClient(test, await openPractice(test));
  const ids = [await client.book(12, '09:00'), await client.book(11, '09:00'), await client.book(13, '09:00')];
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new ClientAddressChanged(client.id, client.email, `new-${client.email}`)));
  const mails = await test.database.query<{ id: string }>(`select e.id from outbox o join booking_events e on e.id = (o.payload->>'booking_event_id')::uuid
    where o.job = 'send-booking-mail' and e.kind = 'readdressed'`);
  expect(mails).toHaveLength(1);
  const told = await test.app.get(BookingNoticeRepository, { strict: false }).findTold(mails[0]?.id ?? '');
  expect(told.map(({ booking_id }) => booking_id)).toEqual([ids[1], ids[0], ids[2]]);
  for (const { booking_id, manageToken: opened } of told) expect(opened()).toBe(await manageToken(test, booking_id));
});
