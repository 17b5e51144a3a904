import { FileStorage } from '../../src/integrations/storage/file-storage';
import { StorageSpace } from '../../src/integrations/storage/storage-space';
import { agreedConsent, MEETINGS, MeetingPractice, openMeetingPractice, SESSION_SETTINGS } from '../harness/meetings';
import { S3Server, startS3Server } from '../harness/s3-server';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

const GIGABYTE = 2 ** 30;

let s3: S3Server;
let test: TestApp;

beforeAll(async () => {
  s3 = await startS3Server();
  test = await startTestApp({ ...s3.environment, STORAGE_IN_ALL_MB: '40960' });
});
afterAll(async () => {
  await test.close();
  await s3.close();
});

/** A therapist of today, with a client of whom an account says that they go there. */
async function practiceOfToday(): Promise<MeetingPractice> {
  const practice = await openMeetingPractice(test);
  await test.database.query(`insert into users (id, user_type, email, name) select id, 'client', email, 'Robin Account' from clients where id = $1`, [practice.clientId]);
  await test.database.query('insert into client_accounts (client_id, registered_at, verified_at) values ($1, now(), now())', [practice.clientId]);
  return practice;
}

const keep = ({ therapist }: MeetingPractice, bytes: number) =>
  test.database.query('insert into stored_bytes (therapist_id, bytes, of_practice) values ($1, $2, exists (select from practices_with_clients where therapist_id = $1)) on conflict (therapist_id) do update set bytes = $2', [therapist.id, bytes]);
const settle = ({ therapist }: MeetingPractice) => test.database.query(`update users set created_at = now() - interval '31 days' where id = $1`, [therapist.id]);

/** What a recording is answered that begins now. */
async function beginNow({ therapist }: MeetingPractice): Promise<{ status: number; detail: string }> {
  const { status, body } = await therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id: await agreedConsent(therapist) });
  return { status, detail: (body as { detail: string }).detail };
}

it('practices of today share half of what the operator gives a bucket, which has no end itself; past all of it nobody stores anything, and the administrator sees it', async () => {
  expect(await test.app.get(FileStorage).room()).toBe(Infinity);
  const [first, second, settled] = [await practiceOfToday(), await practiceOfToday(), await practiceOfToday()];
  const newcomer = await openMeetingPractice(test);
  await settle(settled);
  await keep(first, 19 * GIGABYTE);
  expect((await beginNow(first)).status).toBe(201);
  await keep(second, 5 * GIGABYTE);
  for (const practice of [first, second]) {
    const { status, detail } = await beginNow(practice);
    expect([status, detail]).toEqual([507, expect.stringMatching(/^Practices that are here for less than a month share /)]);
  }
  expect((await beginNow(settled)).status).toBe(201);

  await keep(newcomer, 6 * GIGABYTE);
  expect(await beginNow(newcomer)).toEqual({ status: 507, detail: expect.stringMatching(/^Practices that no signed-in client has confirmed yet share 4 GB/) as string });
  await keep(newcomer, 1 * GIGABYTE);
  await keep(settled, 14.5 * GIGABYTE);
  // A fourth of what they have and of what is left.
  expect(await beginNow(newcomer)).toEqual({ status: 507, detail: expect.stringMatching(/^Practices that no signed-in client has confirmed yet share \d{3}[\d.]* MB/) as string });
  await keep(settled, 17 * GIGABYTE);
  const full = /^What this installation may store is almost used up/;
  expect(await beginNow(settled)).toEqual({ status: 507, detail: expect.stringMatching(full) as string });
  await expect(test.app.get(StorageSpace).assertDisk()).rejects.toThrow('almost used up');
  const { integrations } = (await (await signInAdmin(test)).get('/api/admin/dashboard').expect(200)).body as { integrations: { part: string; state: string; note: string }[] };
  expect(integrations.find(({ part }) => part === 'storage')).toMatchObject({ state: 'degraded', note: expect.stringContaining('STORAGE_IN_ALL_MB') as string });
});
