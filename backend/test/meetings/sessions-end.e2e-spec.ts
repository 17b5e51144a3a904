import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { agreedConsent, beginOnDevice, letPass, MEETINGS, MeetingPractice, openMeetingPractice, sendChunk, TestSession } from '../harness/meetings';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

/** Recordings that end although nobody who records them says so. */
const MINUTE = 60_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const begin = async ({ therapist }: MeetingPractice, settings: object = {}): Promise<TestSession> => beginOnDevice(therapist, await agreedConsent(therapist), settings);
const endOf = async ({ session_id }: TestSession) =>
  (await test.database.query<{ phase: string; end_reason: string | null }>('select phase, end_reason from meeting_sessions where id = $1', [session_id]))[0];

it('nobody is recorded for an account that is closed; what was recorded until then is kept, and others go on', async () => {
  const [closed, other] = [await openMeetingPractice(test), await openMeetingPractice(test)];
  const [recorded, silent, goesOn] = [await begin(closed), await begin(closed), await begin(other)];
  await sendChunk(closed.therapist, recorded, 0).expect(200);
  await sendChunk(other.therapist, goesOn, 0).expect(200);
  await (await signInAdmin(test)).put(`/api/admin/therapist/${closed.therapist.id}/status`, { is_active: false }).expect(200);
  expect([await endOf(recorded), await endOf(silent), await endOf(goesOn)]).toEqual([
    { phase: 'processing', end_reason: 'completed_early' },
    { phase: 'cancelled', end_reason: 'cancelled' },
    { phase: 'in_call', end_reason: null },
  ]);
  await sendChunk(closed.therapist, recorded, 1).expect(401);
  expect(await test.database.query(`select from outbox where job = 'finish-recording' and payload ->> 'session_id' = $1`, [recorded.session_id])).toHaveLength(1);
  expect(await test.database.query('select from meeting_session_keys where id = $1', [recorded.session_id])).toHaveLength(1);
  await sendChunk(other.therapist, goesOn, 1).expect(200);
});

it('a session that is paused again and again is over an hour after its planned time, whether it is heard of then or only says that it pauses', async () => {
  const practice = await openMeetingPractice(test);
  const { therapist } = practice;
  const said = async ({ session_id, fence }: TestSession, what: 'pause' | 'resume') => (await therapist.post(`${MEETINGS}/session/${session_id}/${what}`, { fence }).expect(200)).body as TestSession;
  let heard = await begin(practice, { session_duration_minutes: 15 });
  const pausing = await begin(practice, { session_duration_minutes: 15 });
  for (const session of [heard, pausing]) await sendChunk(therapist, session, 0).expect(200);
  for (let round = 0; round < 5; round += 1) {
    await said(heard, 'pause');
    await said(pausing, 'pause');
    await letPass(test, 14 * MINUTE);
    heard = await said(heard, 'resume');
    await sendChunk(therapist, heard, 0).expect(200);
  }
  await test.app.get(SessionsService).lookAfter();
  expect([await endOf(heard), await endOf(pausing)]).toEqual(Array(2).fill({ phase: 'in_call', end_reason: null }));
  await letPass(test, 6 * MINUTE);
  const over = { phase: 'processing', end_reason: 'duration_reached' };
  expect((await sendChunk(therapist, heard, 1).expect(200)).body).toMatchObject(over);
  await said(pausing, 'pause');
  await test.app.get(SessionsService).lookAfter();
  expect(await endOf(pausing)).toEqual(over);
});

it('nothing is begun to be recorded once the consent is over, however long a device says that it is there', async () => {
  const practice = await openMeetingPractice(test);
  const begun = async (): Promise<TestSession> => {
    const session = await begin(practice);
    await test.database.query(`update meeting_consents set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days' where id = (select consent_id from meeting_sessions where id = $1)`, [session.session_id]);
    return session;
  };
  const [kept, left] = [await begun(), await begun()];
  await practice.therapist.post(`${MEETINGS}/session/${kept.session_id}/lease`, {}).expect(409);
  await sendChunk(practice.therapist, kept, 0).expect(409);
  await test.app.get(SessionsService).lookAfter();
  expect([await endOf(kept), await endOf(left)]).toEqual(Array(2).fill({ phase: 'failed', end_reason: 'connection_lost' }));
});
