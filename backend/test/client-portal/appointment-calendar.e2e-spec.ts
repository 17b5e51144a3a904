import { sync } from 'node-ical';
import { mailHost } from '../../src/integrations/mail/mail-origin';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const LINK = 'https://video.example/room/42';

let test: TestApp;
let practice: Practice;
let client: SignedInClient;
let id: string;
let startsAt: string;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test, { video_link: LINK });
  const email = 'calendar@example.org';
  const { body } = await book(test, practice, { client_email: email, notes: 'Canary notes', appointment_date: workday(test, 3) }).expect(201);
  ({ id, starts_at: startsAt } = body as { id: string; starts_at: string });
  client = await signInClient(test, { email });
});
afterAll(() => test.close());

describe('an appointment as a file for a calendar', () => {
  it('is the event of the mails: same UID, time and place, and nothing of why', async () => {
    const answer = await client.get(`/api/client/bookings/${id}/event.ics`).expect(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="appointment.ics"');
    expect(answer.headers['cache-control']).toBe('no-store');
    const event = Object.values(sync.parseICS(answer.text)).find((part) => part?.type === 'VEVENT');
    expect(event).toMatchObject({ uid: `${id}@${mailHost(test.config.publicUrl)}`, location: LINK, url: { val: LINK }, summary: 'Appointment with Dr. Test', status: 'CONFIRMED', start: new Date(startsAt) });
    expect(answer.text).toMatch(/METHOD:PUBLISH\r\n/);
    expect(answer.text).toMatch(/SEQUENCE:0\r\n/);
    expect(answer.text).not.toMatch(/Canary|calendar@example|Session\b|ATTENDEE/);
  });

  it('is one entry of the log, however often it is read', async () => {
    for (let n = 0; n < 20; n += 1) await client.get(`/api/client/bookings/${id}/event.ics`).expect(200);
    const [row] = await test.database.query<{ entries: number }>(`select count(*)::int as entries from activity_log where action = 'view_appointment' and subject_id = $1`, [id]);
    expect(row?.entries).toBe(1);
  });

  it('counts up when it moves, and is none once it is cancelled', async () => {
    await client.post(`/api/client/bookings/${id}/move`, { new_date: workday(test, 4), new_time: '11:00' }).expect(200);
    expect((await client.get(`/api/client/bookings/${id}/event.ics`).expect(200)).text).toMatch(/SEQUENCE:1\r\n/);
    await client.post(`/api/client/bookings/${id}/cancel`).expect(200);
    const { body } = await client.get(`/api/client/bookings/${id}/event.ics`).expect(409);
    expect(body.detail).toBe('This appointment is cancelled, so there is nothing to put into a calendar.');
  });

  it('is nobody else’s', async () => {
    const other = await signInClient(test);
    await other.get(`/api/client/bookings/${id}/event.ics`).expect(404);
  });
});
