import { ClientBookingsService } from '../../src/modules/bookings/lists/client-bookings.service';
import { openBookingClient } from '../harness/booking-client';
import { openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR = 3_600_000;

let test: TestApp;
let practice: Practice;
let bookings: ClientBookingsService;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '12' });
  bookings = test.app.get(ClientBookingsService);
  practice = await openPractice(test);
});
afterAll(() => test.close());

const outcome = (work: Promise<unknown>): Promise<{ code: string; detail: string }> =>
  work.then(
    () => ({ code: 'done', detail: '' }),
    ({ code, detail }: { code: string; detail: string }) => ({ code, detail }),
  );

describe('what is refused or looked at without end', () => {
  it('counts ten refused moves as one that was made, before the practice’s turn is taken, and keeps nobody from cancelling', async () => {
    const client = await openBookingClient(test, practice);
    const id = await client.book(3);
    const elsewhere = { ...client.actor, address: '203.0.113.77' };
    const move = (time: string) => outcome(bookings.move(elsewhere, client.id, id, { date: workday(test, 3), time }));
    for (let tries = 0; tries < 50; tries += 1) expect(await move('10:07')).toMatchObject({ code: 'rule' });
    expect(await move('12:00')).toEqual({ code: 'too_many', detail: expect.stringMatching(/too many tries to change an appointment/) });
    expect(await bookings.cancel(client.actor, client.id, id)).toMatchObject({ status: 'cancelled' });
  });

  it('counts refused bookings of a signed-in client as those of visitors', async () => {
    const client = await openBookingClient(test, practice);
    const coming = await client.book(4);
    const elsewhere = { ...client.actor, address: '203.0.113.78' };
    const rebook = (booking_id: string) => outcome(bookings.rebook(elsewhere, client.id, { booking_id, new_date: workday(test, 4), new_time: '12:00' }));
    for (let tries = 0; tries < 120; tries += 1) await rebook(coming);
    expect(await rebook(coming)).toMatchObject({ code: 'too_many' });
  });

  it('gives a client a few hundred looks at free times within an hour', async () => {
    const client = await openBookingClient(test, practice);
    const id = await client.book(5);
    const date = workday(test, 5);
    const look = (): Promise<{ code: string }> => outcome(bookings.freeTimes(client.id, id, date, date));
    for (let looks = 0; looks < 240; looks += 1) expect((await look()).code).toBe('done');
    expect((await look()).code).toBe('too_many');
    expect((await outcome(bookings.freeTimesOfService(client.id, practice.serviceId, date, date))).code).toBe('too_many');
    test.clock.set(new Date(Date.now() + HOUR).toISOString());
    expect((await look()).code).toBe('done');
  });
});
