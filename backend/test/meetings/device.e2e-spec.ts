import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Limits } from '../../src/common/limits/limits';
import { RecordingSink } from '../../src/modules/meetings/recording/recording-sink';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { ClientBrowser } from '../harness/client-browser';
import { agreedConsent, beginOnDevice, consentToken, letPass, MEETINGS, MeetingPractice, openMeetingPractice, requestConsent, sendChunk, SESSION_SETTINGS, TestSession, toneOf } from '../harness/meetings';
import { filesBelow } from '../harness/s3-server';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: MeetingPractice;
let other: MeetingPractice;

beforeAll(async () => {
  test = await startTestApp();
  [practice, other] = [await openMeetingPractice(test), await openMeetingPractice(test)];
});
afterAll(() => test.close());

const stored = (): string[] => filesBelow(join(test.config.dataDir, 'recordings'));
const begin = async (settings: object = {}): Promise<TestSession> => beginOnDevice(practice.therapist, await agreedConsent(practice.therapist), settings);
const status = async ({ session_id }: TestSession) => (await practice.therapist.get(`${MEETINGS}/session/${session_id}/status`).expect(200)).body as Record<string, unknown>;
const complete = ({ session_id }: TestSession) => practice.therapist.post(`${MEETINGS}/session/${session_id}/complete`);
/** What the worker does with the jobs that wait. */
async function work(): Promise<void> {
  const jobs = await test.database.query<{ job: string; payload: { session_id: string } }>(`delete from outbox where job in ('finish-recording', 'destroy-recording') returning job, payload`);
  const sessions = test.app.get(SessionsService);
  for (const { job, payload } of jobs) await (job === 'finish-recording' ? sessions.finish(payload) : sessions.destroy(payload));
}
async function soundOf({ session_id }: TestSession): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const { pcm } of test.app.get(RecordingSink).read(session_id)) parts.push(pcm ?? Buffer.from('lost'));
  return Buffer.concat(parts);
}

it('the key of what waits on the device is told its therapist alone, is the session’s own and always the same, and none is left once the session is over', async () => {
  const session = await begin();
  const keyOf = ({ session_id }: TestSession, as = practice.therapist) => as.get(`${MEETINGS}/session/${session_id}/device-key`);
  const { body, headers } = await keyOf(session).expect(200);
  const { device_key } = body as { device_key: string };
  expect([Buffer.from(device_key, 'base64').length, headers['cache-control']]).toEqual([32, 'no-store']);
  expect((await keyOf(session).expect(200)).body).toEqual({ device_key });
  expect((await keyOf(await begin()).expect(200)).body).not.toEqual({ device_key });
  await keyOf(session, other.therapist).expect(404);
  await sendChunk(practice.therapist, session, 0).expect(200);
  await complete(session).expect(200);
  expect((await keyOf(session).expect(409)).body.detail).toBe('This session is over.');
});

it('says that it records once sound is stored, keeps exactly that sound, and is done when it was checked', async () => {
  const session = await begin();
  expect(session).toMatchObject({ route: 'device', phase: 'joining', status: 'joining', fence: 1, part: 1, sample_rate: 16_000, platform: null });
  const tones = [toneOf(32_000, 16_000, 440), toneOf(32_000, 16_000, 1_000)];
  for (const [seq, tone] of tones.entries()) expect((await sendChunk(practice.therapist, session, seq, tone).expect(200)).body).toMatchObject({ status: 'recording', phase: 'in_call' });
  // Sent once more, it changes nothing.
  await sendChunk(practice.therapist, session, 1, tones[1]).expect(200);
  expect(await status(session)).toMatchObject({ recorded_seconds: 4, level: 0.25, gaps: [], coverage: 1, is_partial: false, sentence: 'It records.' });
  expect((await practice.therapist.get(`${MEETINGS}/session/${session.session_id}/chunks`).expect(200)).body).toEqual({ part: 1, stored: [{ part: 1, first: 0, last: 1 }] });
  expect((await soundOf(session)).equals(Buffer.concat(tones))).toBe(true);

  expect((await complete(session).expect(200)).body).toMatchObject({ status: 'processing', end_reason: 'completed_early' });
  await sendChunk(practice.therapist, session, 2).expect(409);
  await work();
  const done = await status(session);
  expect(done).toMatchObject({ status: 'completed', has_transcript: false, has_analysis: false, sound_is_destroyed: false });
  expect(done['sentence']).toBe('You ended the session early. Transcription is not configured here. The sound is kept for 7 days.');
  expect((await complete(session).expect(200)).body).toMatchObject({ status: 'completed' });
});

it('nothing begins without both consents, and one consent begins one session, however many ask at once', async () => {
  const { consent_id } = await requestConsent(practice.therapist);
  const body = { ...SESSION_SETTINGS, consent_id };
  await practice.therapist.post(`${MEETINGS}/device-sessions`, body).expect(403);
  await practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id, party: 'therapist', consent_given: true }).expect(200);
  expect((await practice.therapist.post(`${MEETINGS}/device-sessions`, body).expect(403)).body.detail).toBe('Both consents are needed before anything is recorded.');
  await practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id, party: 'client', consent_given: true }).expect(200);
  const answers = await Promise.all(Array.from({ length: 8 }, () => practice.therapist.post(`${MEETINGS}/device-sessions`, body)));
  expect(answers.map(({ status: code }) => code).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  for (const wrong of [{ session_duration_minutes: 14 }, { session_duration_minutes: 301 }, { audio_quality: 'best' }, { consent_id: 'x' }, { meeting_url: 'x' }]) {
    await practice.therapist.post(`${MEETINGS}/device-sessions`, { ...body, ...wrong }).expect(400);
  }
});

it('a cancelled attempt gives the consent back; once there is sound it cannot be cancelled', async () => {
  const consent = await agreedConsent(practice.therapist);
  const first = await beginOnDevice(practice.therapist, consent);
  expect((await practice.therapist.get(`${MEETINGS}/consents/${consent}`).expect(200)).body).toMatchObject({ status: 'used', session_id: first.session_id });
  expect((await practice.therapist.post(`${MEETINGS}/session/${first.session_id}/cancel`).expect(200)).body).toMatchObject({ status: 'cancelled', end_reason: 'cancelled', sound_is_destroyed: true });
  const second = await beginOnDevice(practice.therapist, consent);
  await sendChunk(practice.therapist, second, 0).expect(200);
  await practice.therapist.post(`${MEETINGS}/session/${second.session_id}/cancel`).expect(409);
  await sendChunk(practice.therapist, first, 0).expect(409);
});

it('a window that takes over after a reload sends what was left; the other one is refused', async () => {
  const session = await begin();
  await sendChunk(practice.therapist, session, 0).expect(200);
  const taken = (await practice.therapist.post(`${MEETINGS}/session/${session.session_id}/lease`).expect(200)).body as TestSession;
  expect(taken).toMatchObject({ fence: 2, part: 2, status: 'joining' });
  expect((await sendChunk(practice.therapist, session, 1).expect(409)).body.detail).toBe('This session is recorded in another window now.');
  await sendChunk(practice.therapist, { ...taken, part: 1 }, 1).expect(200);
  await sendChunk(practice.therapist, taken, 0, undefined, { captured_at: new Date(Date.UTC(2026, 10, 26, 10, 0, 10)).toISOString() }).expect(200);
  expect(await status(session)).toMatchObject({ status: 'recording', recorded_seconds: 6, gaps: [{ part: 2, after_seconds: 4, seconds: 6 }], coverage: 0.5, is_partial: true });
  await sendChunk(practice.therapist, { ...taken, part: 3 }, 0).expect(404);
});

it('a chunk that is sent again changes nothing; other sound under its number is refused, also at the same moment, and what was acknowledged is what is stored', async () => {
  const session = await begin();
  const sound = toneOf();
  await sendChunk(practice.therapist, session, 0, sound).expect(200);
  await sendChunk(practice.therapist, session, 0, sound).expect(200);
  for (const [pcm, query] of [[toneOf(32_000, 16_000, 880), {}], [sound.subarray(0, 32_000), {}], [sound, { start_frame: 16_000 }]] as const) {
    expect((await sendChunk(practice.therapist, session, 0, pcm, query).expect(409)).body.detail).toBe('Other sound is stored under this number already.');
  }
  const tones = Array.from({ length: 8 }, (_, nth) => toneOf(32_000, 16_000, 200 + 100 * nth));
  const answers = await Promise.all(tones.map((pcm) => sendChunk(practice.therapist, session, 1, pcm)));
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  const kept = tones[answers.findIndex(({ status: code }) => code === 200)]!;
  expect((await soundOf(session)).equals(Buffer.concat([sound, kept]))).toBe(true);
});

it('a pause ends a hundred times an hour and not without end', async () => {
  const session = await beginOnDevice(practice.therapist, await agreedConsent(practice.therapist));
  const go = (what: string) => practice.therapist.post(`${MEETINGS}/session/${session.session_id}/${what}`, { fence: session.fence });
  await go('pause').expect(200);
  for (let nth = 0; nth < 120; nth += 1) await test.app.get(Limits).count({ scope: 'meeting-leases', max: 1, windowMs: 1 }, practice.therapist.id);
  await go('resume').expect(429);
  await test.database.query('delete from limit_hits');
});

it('what is missing is said; a pause is no gap', async () => {
  const session = await begin();
  await sendChunk(practice.therapist, session, 0).expect(200);
  await sendChunk(practice.therapist, session, 2).expect(200);
  expect(await status(session)).toMatchObject({ gaps: [{ part: 1, after_seconds: 2, seconds: 2 }] });
  await sendChunk(practice.therapist, session, 1).expect(200);
  const { fence } = session;
  const pause = (what: string, sent: object) => practice.therapist.post(`${MEETINGS}/session/${session.session_id}/${what}`, sent);
  await pause('resume', { fence }).expect(409);
  await pause('pause', { fence: 9 }).expect(409);
  await pause('pause', {}).expect(400);
  expect((await pause('pause', { fence }).expect(200)).body).toMatchObject({ is_paused: true, sentence: 'The recording is paused.' });
  const resumed = (await pause('resume', { fence }).expect(200)).body as TestSession;
  expect(resumed).toMatchObject({ is_paused: false, part: 2, fence: 1 });
  await sendChunk(practice.therapist, resumed, 0, undefined, { captured_at: '2026-11-26T11:30:00Z' }).expect(200);
  expect(await status(session)).toMatchObject({ gaps: [], recorded_seconds: 8, coverage: 1 });
});

it('one whose device is not heard of is interrupted on every screen, and records again with the next sound', async () => {
  const session = await begin();
  await sendChunk(practice.therapist, session, 0).expect(200);
  await letPass(test, 14_000);
  expect(await status(session)).toMatchObject({ status: 'recording', is_interrupted: false });
  await letPass(test, 2_000);
  const interrupted = { status: 'joining', phase: 'in_call', is_interrupted: true, level: null, sentence: 'Interrupted: no sound comes just now, so nothing is recorded. What was stored before is safe.' };
  expect(await status(session)).toMatchObject(interrupted);
  expect((await practice.therapist.get(`${MEETINGS}/sessions?limit=1`).expect(200)).body).toMatchObject([interrupted]);
  expect((await sendChunk(practice.therapist, session, 8).expect(200)).body).toMatchObject({ status: 'recording', is_interrupted: false });
  expect(await status(session)).toMatchObject({ status: 'recording', sentence: 'It records.', gaps: [{ part: 1, after_seconds: 2, seconds: 14 }] });
});

it('refuses what is no sound of the session', async () => {
  const session = await begin();
  const send = (pcm: Buffer, query: object = {}) => sendChunk(practice.therapist, session, 0, pcm, query);
  await send(Buffer.alloc(0)).expect(400);
  await send(Buffer.alloc(3)).expect(400);
  await send(Buffer.alloc(16_000 * 2 * 5 + 2)).expect(413);
  await send(Buffer.alloc(500_000)).expect(413);
  await send(toneOf(), { fence: 'x' }).expect(400);
  await send(toneOf(), { start_frame: -1 }).expect(400);
  for (const captured_at of ['yesterday', '2026-W10-1', '2026-331', '2026', '2026-11-26T10:00:00,5Z', '2026-11-26T10:00:00']) await send(toneOf(), { captured_at }).expect(400);
  await sendChunk(practice.therapist, { ...session, part: 0 }, 0).expect(404);
  await practice.therapist.put(`${MEETINGS}/session/${session.session_id}/chunks/1/x`).query({ fence: 1, start_frame: 0, captured_at: '2026-11-26T10:00:00Z' }).set('Content-Type', 'application/octet-stream').send(toneOf()).expect(404);
  await practice.therapist.put(`${MEETINGS}/session/${session.session_id}/chunks/1/0`).query({ fence: 1, start_frame: 0, captured_at: '2026-11-26T10:00:00Z' }).send({ pcm: [] }).expect(415);
  await sendChunk(practice.therapist, session, 0).expect(200);
  await sendChunk(practice.therapist, session, 1, undefined, { start_frame: 100 }).expect(422);
  expect(await status(session)).toMatchObject({ recorded_seconds: 2 });
  // What was refused left nothing behind.
  expect(await test.database.query('select from meeting_chunks where session_id = $1', [session.session_id])).toHaveLength(1);
});

it('another therapist finds nothing of it', async () => {
  const session = await begin();
  await sendChunk(practice.therapist, session, 0).expect(200);
  const at = `${MEETINGS}/session/${session.session_id}`;
  for (const path of ['status', 'chunks']) await other.therapist.get(`${at}/${path}`).expect(404);
  for (const path of ['complete', 'cancel', 'lease']) await other.therapist.post(`${at}/${path}`).expect(404);
  for (const path of ['pause', 'resume']) await other.therapist.post(`${at}/${path}`, { fence: 1 }).expect(404);
  await sendChunk(other.therapist, session, 1).expect(404);
  expect((await other.therapist.get(`${MEETINGS}/sessions`).expect(200)).body).toEqual([]);
  const page = await practice.therapist.get(`${MEETINGS}/sessions?limit=1`).expect(200);
  expect(page.body).toMatchObject([{ session_id: session.session_id }]);
  expect(page.headers['link']).toMatch(/rel="next"$/);
});

describe('a withdrawal', () => {
  it('that comes as the recording begins is never lost: nothing begins, or what began has ended', async () => {
    const { therapist } = await openMeetingPractice(test);
    for (let round = 0; round < 8; round += 1) {
      const consent_id = await agreedConsent(therapist);
      const [begun, said] = await Promise.all([
        therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id }),
        therapist.post(`${MEETINGS}/record-consent`, { consent_id, party: 'client', consent_given: false }),
      ]);
      expect(said.status).toBe(200);
      if (begun.status === 403) continue;
      expect(begun.status).toBe(201);
      const { body } = await therapist.get(`${MEETINGS}/session/${(begun.body as TestSession).session_id}/status`).expect(200);
      expect(body).toMatchObject({ status: 'cancelled', end_reason: 'consent_withdrawn' });
    }
  });

  it.each(['while it records', 'after it is done'])('%s destroys the sound, whoever withdraws; the log keeps that', async (when) => {
    await practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: false }).expect(200);
    const consent = await agreedConsent(practice.therapist, { client_id: practice.clientId });
    const session = await beginOnDevice(practice.therapist, consent);
    const before = stored().length;
    for (let seq = 0; seq < 3; seq += 1) await sendChunk(practice.therapist, session, seq).expect(200);
    expect(stored()).toHaveLength(before + 3);
    if (when === 'after it is done') {
      await complete(session).expect(200);
      await work();
    }
    const browser = await ClientBrowser.open(test);
    const token = await consentToken(test, consent);
    expect((await browser.post('/api/meeting-consents/answer', { token, consent_given: false }).expect(200)).body).toMatchObject({ status: 'withdrawn', can_agree: false });
    // From this moment nobody can open it; then the objects go.
    expect(await test.database.query('select from meeting_session_keys where id = $1', [session.session_id])).toEqual([]);
    expect((await sendChunk(practice.therapist, session, 3)).status).toBe(409);
    await work();
    expect(stored()).toHaveLength(before);
    expect(await test.database.query('select from meeting_chunks where session_id = $1', [session.session_id])).toEqual([]);
    expect(await status(session)).toMatchObject({ sound_is_destroyed: true, status: when === 'after it is done' ? 'completed' : 'cancelled' });
    const log = await test.database.query<{ action: string; details: object }>(`select action, details from activity_log where subject_id in ($1, $2) order by seq`, [session.session_id, consent]);
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['begin_recording', 'record_sound', 'withdraw_recording_consent', 'end_recording', 'destroy_recording']));
  });
});

it('sound goes after 7 days, and what nobody records any more ends by itself', async () => {
  const [kept, left, empty] = [await begin(), await begin(), await begin()];
  for (const session of [kept, left]) await sendChunk(practice.therapist, session, 0).expect(200);
  await complete(kept).expect(200);
  await work();
  await letPass(test, 31 * 60_000);
  const sessions = test.app.get(SessionsService);
  await sessions.lookAfter();
  expect(await status(left)).toMatchObject({ status: 'processing', end_reason: 'connection_lost' });
  expect(await status(empty)).toMatchObject({ status: 'failed', end_reason: 'connection_lost' });
  await work();
  test.clock.advance(7 * 24 * 3_600_000);
  expect(await sessions.destroyOld()).toBeGreaterThan(1);
  await work();
  practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
  for (const session of [kept, left]) expect(await status(session)).toMatchObject({ status: 'completed', sound_is_destroyed: true, sound_kept_until: null });
  expect(stored()).toEqual([]);
});

it('ends with its planned time', async () => {
  const session = await begin({ session_duration_minutes: 15 });
  await sendChunk(practice.therapist, session, 0).expect(200);
  await test.database.query('update meeting_sessions set recorded_ms = 15 * 60000 - 2000 where id = $1', [session.session_id]);
  expect((await sendChunk(practice.therapist, session, 1).expect(200)).body).toMatchObject({ phase: 'processing', end_reason: 'duration_reached' });
});

it('sound that was changed in the storage is not used', async () => {
  const session = await begin();
  await sendChunk(practice.therapist, session, 0).expect(200);
  await sendChunk(practice.therapist, session, 1).expect(200);
  // One chunk in the place of the other.
  const keys = await test.database.query<{ storage_key: string }>('select storage_key from meeting_chunks where session_id = $1 order by seq', [session.session_id]);
  await test.database.query('update meeting_chunks set storage_key = $2 where storage_key = $1', [keys[0]?.storage_key, 'f'.repeat(64)]);
  await test.database.query('update meeting_chunks set storage_key = $2 where storage_key = $1', [keys[1]?.storage_key, keys[0]?.storage_key]);
  await complete(session).expect(200);
  await work();
  expect(await status(session)).toMatchObject({ status: 'failed', end_reason: 'sound_damaged', sound_is_destroyed: true });
});

it('sound stands nowhere in the clear: in no file, table, job or log', async () => {
  const canary = Buffer.from('canary sound of a session '.repeat(2));
  const written = jest.spyOn(process.stdout, 'write');
  const session = await begin();
  await sendChunk(practice.therapist, session, 0, canary).expect(200);
  const logged = written.mock.calls.map(([part]) => String(part)).join('');
  written.mockRestore();
  const word = 'canary sound';
  expect(stored().length).toBeGreaterThan(0);
  expect(filesBelow(test.config.dataDir).filter((path) => readFileSync(path, 'latin1').includes(word))).toEqual([]);
  expect(logged).not.toContain(word);
  for (const { name } of await test.database.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)) {
    const rows = await test.database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    const hex = Buffer.from(word).toString('hex');
    expect([name, rows.filter(({ row }) => row.includes(word) || row.includes(hex))]).toEqual([name, []]);
  }
});
