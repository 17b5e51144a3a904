import { HeardSound, MeetingEnd, MeetingEngine, MeetingListener, MeetingVisit } from '../../src/integrations/meetings/meeting-engine';
import { NotetakerService } from '../../src/modules/meetings/notetaker/notetaker.service';
import { SessionRepository } from '../../src/modules/meetings/sessions/session.repository';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { agreedToNotetaker, MEETINGS, MEET_LINK, MeetingPractice, openMeetingPractice, SESSION_SETTINGS, toneOf } from '../harness/meetings';
import { eventually } from '../harness/outbox-worker';
import { SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** One visit of the notetaker, as its engine sees it. */
interface Visit {
  meeting: MeetingVisit;
  listener: MeetingListener;
  stop: AbortSignal;
  hear(): Promise<void>;
  end(reason: MeetingEnd): void;
}

let test: TestApp;
let practice: MeetingPractice;
let therapist: SignedInTherapist;
let consent: string;
let visits: Visit[];

beforeAll(async () => {
  test = await startTestApp({ MEETING_BOT_CHROMIUM: '/opt/chromium' });
  practice = await openMeetingPractice(test);
  ({ therapist } = practice);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.query('delete from limit_hits');
  consent = await agreedToNotetaker(test, practice, MEET_LINK);
  visits = [];
  jest.spyOn(test.app.get(MeetingEngine), 'visit').mockImplementation(
    (meeting, listener, stop) =>
      new Promise((resolve, reject) => {
        let seq = 0;
        const hear = (): Promise<void> => {
          const sound: HeardSound = { seq, startFrame: seq * 32_000, heardAt: performance.now(), pcm: toneOf() };
          seq += 1;
          return listener.heard(sound).catch((error: unknown) => reject(error as Error));
        };
        stop.addEventListener('abort', () => resolve('called_back'));
        visits.push({ meeting, listener, stop, hear, end: resolve });
      }),
  );
});
afterEach(() => jest.restoreAllMocks());

const start = async (): Promise<string> => {
  const { body } = await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id: consent, meeting_platform: 'google_meet', meeting_url: MEET_LINK }).expect(201);
  expect(body).toMatchObject({ phase: 'queued', status: 'joining' });
  return (body as { session_id: string }).session_id;
};
const send = (id: string): Promise<void> => test.app.get(NotetakerService).send({ session_id: id });
const status = async (id: string): Promise<Record<string, unknown>> => (await therapist.get(`${MEETINGS}/session/${id}/status`).expect(200)).body as Record<string, unknown>;
const cancel = (id: string) => therapist.post(`${MEETINGS}/session/${id}/cancel`).expect(200);
const nth = async (count: number): Promise<Visit> => {
  for (let looks = 0; looks < 500; looks += 1) {
    const visit = visits[count - 1];
    if (visit) return visit;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`There was no visit ${count}.`);
};
const isStopped = ({ stop }: Visit): Promise<void> => new Promise((resolve) => (stop.aborted ? resolve() : stop.addEventListener('abort', () => resolve())));

it('comes in under the therapist’s name, and is said to record once its sound is stored', async () => {
  const id = await start();
  expect(await test.database.query(`select payload from outbox where job = 'send-notetaker'`)).toEqual([{ payload: { session_id: id } }]);
  const sent = send(id);
  const visit = await nth(1);
  expect(visit.meeting).toMatchObject({ platform: 'google_meet', url: MEET_LINK, rate: 16_000, displayName: expect.stringMatching(/^AI Notetaker for .+ \(recording\)$/) as string });
  const seen = [await status(id)];
  for (const step of [visit.listener.waits, visit.listener.admitted, visit.hear, visit.hear]) {
    await step();
    seen.push(await status(id));
  }
  expect(seen.map(({ phase, status: said }) => [phase, said])).toEqual([
    ['joining', 'joining'],
    ['lobby', 'joining'],
    ['in_call', 'joining'],
    ['in_call', 'recording'],
    ['in_call', 'recording'],
  ]);
  visit.end('host_ended');
  await sent;
  expect(await status(id)).toMatchObject({ phase: 'processing', end_reason: 'host_ended', recorded_seconds: 4, coverage: 1 });
  await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id: consent, meeting_platform: 'google_meet', meeting_url: MEET_LINK }).expect(409);
});

it('that nobody let in gives the consent back, and says why', async () => {
  const id = await start();
  const sent = send(id);
  const visit = await nth(1);
  await visit.listener.waits();
  visit.end('denied');
  await sent;
  expect(await status(id)).toMatchObject({ phase: 'failed', end_reason: 'denied', sentence: 'Somebody in the meeting refused the notetaker.' });
  await cancel(await start());
});

it('whose browser crashes comes back twice, each time as a new part, and no more', async () => {
  const id = await start();
  const sent = send(id);
  for (let time = 1; time <= 3; time += 1) {
    const visit = await nth(time);
    await visit.listener.admitted();
    await visit.hear();
    visit.end('browser_crash');
  }
  await sent;
  expect(visits).toHaveLength(3);
  expect(await status(id)).toMatchObject({ phase: 'processing', end_reason: 'browser_crash', recorded_seconds: 6 });
  expect(await test.database.query('select part::int from meeting_chunks where session_id = $1 order by part', [id])).toEqual([{ part: 1 }, { part: 2 }, { part: 3 }]);
});

it.each(['joining', 'lobby', 'in_call'])('leaves when the consent is withdrawn (%s), and nothing that it hears afterwards is kept', async (phase) => {
  const id = await start();
  const sent = send(id);
  const visit = await nth(1);
  if (phase !== 'joining') await visit.listener.waits();
  if (phase === 'in_call') {
    await visit.listener.admitted();
    await visit.hear();
  }
  await therapist.post(`${MEETINGS}/consents/${consent}/withdraw`).expect(200);
  // In the call the next sound is refused before anybody has looked.
  await (phase === 'in_call' ? visit.hear() : isStopped(visit));
  await sent;
  expect(await status(id)).toMatchObject({ phase: 'cancelled', end_reason: 'consent_withdrawn', sound_is_destroyed: true });
  expect(await test.database.query('select id from meeting_session_keys where id = $1', [id])).toEqual([]);
});

it('is one at a time of a therapist, also for two who ask at once', async () => {
  const other = await agreedToNotetaker(test, practice, MEET_LINK);
  const both = await Promise.all(
    [consent, other].map((consent_id) => therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url: MEET_LINK })),
  );
  expect(both.map(({ status: code }) => code).sort()).toEqual([201, 409]);
  const { session_id } = both.find(({ status: code }) => code === 201)?.body as { session_id: string };
  await cancel(session_id);
});

it('leaves when it is cancelled in the lobby, and the consent stays good', async () => {
  const id = await start();
  const sent = send(id);
  const visit = await nth(1);
  await visit.listener.waits();
  await cancel(id);
  await isStopped(visit);
  await sent;
  await cancel(await start());
});

it('is one at a time, whoever else is sent; the next one goes on where a worker died, and what the dead one says is refused', async () => {
  const id = await start();
  const first = send(id);
  const dead = await nth(1);
  await dead.listener.admitted();
  await dead.hear();
  await expect(send(id)).rejects.toThrow('another worker');
  await test.database.query(`update meeting_sessions set heartbeat_at = heartbeat_at - interval '1 minute', fence = fence + 1 where id = $1`, [id]);
  const second = send(id);
  const next = await nth(2);
  await next.listener.admitted();
  await Promise.all([next.hear(), dead.hear()]);
  await first;
  next.end('host_ended');
  await second;
  expect(await status(id)).toMatchObject({ phase: 'processing', end_reason: 'host_ended', recorded_seconds: 4 });
});

it('of a worker that is stopped leaves at once, and another worker may go on without waiting', async () => {
  const id = await start();
  const stopped = send(id);
  const visit = await nth(1);
  await visit.listener.admitted();
  await visit.hear();
  test.app.get(NotetakerService).onModuleDestroy();
  await expect(stopped).rejects.toThrow('stopped');
  const sent = send(id);
  const next = await nth(2);
  await next.listener.admitted();
  await next.hear();
  next.end('kicked');
  await sent;
  expect(await status(id)).toMatchObject({ phase: 'processing', end_reason: 'kicked', recorded_seconds: 4 });
});

it('by a clock on the wall that jumps is neither ended nor kept: what lasts is told by a clock that nobody sets', async () => {
  const id = await start();
  const sent = send(id);
  const visit = await nth(1);
  await visit.listener.admitted();
  const silent = async (seq: number): Promise<void> => visit.listener.heard({ seq, startFrame: seq * 32_000, heardAt: performance.now(), pcm: Buffer.alloc(64_000) });
  await silent(0);
  // Ten minutes before its planned end, and before its silence is too long.
  await test.database.query(`update meeting_sessions set started_at = started_at - interval '51 minutes' where id = $1`, [id]);
  test.clock.advance(21 * 60_000);
  await silent(1);
  const looked = jest.spyOn(test.app.get(SessionRepository), 'renew');
  await eventually(() => expect(looked.mock.calls.length).toBeGreaterThanOrEqual(2), 10_000);
  expect([visit.stop.aborted, (await status(id)).phase]).toEqual([false, 'in_call']);
  test.clock.advance(-31 * 60_000);
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 21 * 60_000);
  await silent(2);
  expect(visit.stop.reason).toBe('silence_timeout');
  await sent;
  test.clock.advance(10 * 60_000);
  expect(await status(id)).toMatchObject({ end_reason: 'silence_timeout' });
});

it('whose clock is wrong takes no session that is recorded, ends none and calls none interrupted: the database’s clock tells what lasts', async () => {
  const id = await start();
  const sent = send(id);
  const visit = await nth(1);
  await visit.listener.admitted();
  await visit.hear();
  for (const minutes of [1, -1]) {
    test.clock.advance(minutes * 60_000);
    expect(await status(id)).toMatchObject({ status: 'recording', is_interrupted: false });
    await expect(send(id)).rejects.toThrow('another worker');
    test.clock.advance(-minutes * 60_000);
  }
  test.clock.advance(121 * 60_000);
  await visit.hear();
  await test.app.get(SessionsService).lookAfter();
  test.clock.advance(-121 * 60_000);
  expect(await status(id)).toMatchObject({ status: 'recording', phase: 'in_call', end_reason: null });
  const [{ ms } = { ms: NaN }] = await test.database.query<{ ms: number }>('select extract(epoch from clock_timestamp() - max(captured_at))::float8 * 1000 as ms from meeting_chunks where session_id = $1', [id]);
  expect(Math.abs(ms)).toBeLessThan(60_000);
  visit.end('host_ended');
  await sent;
});
