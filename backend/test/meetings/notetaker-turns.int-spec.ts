import { NotYet } from '../../src/common/jobs/job';
import { MeetingEnd, MeetingEngine, MeetingListener } from '../../src/integrations/meetings/meeting-engine';
import { NotetakerService } from '../../src/modules/meetings/notetaker/notetaker.service';
import { SessionRepository } from '../../src/modules/meetings/sessions/session.repository';
import { agreedConsent, MEETINGS, MEET_LINK, openMeetingPractice, SESSION_SETTINGS } from '../harness/meetings';
import { eventually } from '../harness/outbox-worker';
import { SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
const visits: { listener: MeetingListener; stop: AbortSignal; end(reason: MeetingEnd): void }[] = [];

beforeAll(async () => {
  test = await startTestApp({ MEETING_BOT_CHROMIUM: '/opt/chromium' });
});
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

const send = (id: string): Promise<void> => test.app.get(NotetakerService).send({ session_id: id });

it('one that nobody lets in leaves after three minutes where another practice waits, and its practice goes last', async () => {
  jest.spyOn(test.app.get(MeetingEngine), 'visit').mockImplementation(
    (_meeting, listener, stop) =>
      new Promise((resolve) => {
        stop.addEventListener('abort', () => resolve('called_back'));
        visits.push({ listener, stop, end: resolve });
      }),
  );
  const [mine, theirs] = [(await openMeetingPractice(test)).therapist, (await openMeetingPractice(test)).therapist];
  const consents = { mine: await agreedConsent(mine, { meeting_url: MEET_LINK }), theirs: await agreedConsent(theirs, { meeting_url: MEET_LINK }) };
  const start = async (therapist: SignedInTherapist, consent_id: string): Promise<{ session_id: string; sentence: string }> =>
    (await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url: MEET_LINK }).expect(201)).body as never;
  // As the relay and the queue do it when there is a place.
  const isBegun = (id: string): Promise<unknown> => test.database.query(`update outbox set attempts = 1 where job = 'send-notetaker' and payload ->> 'session_id' = $1`, [id]);

  const first = await start(mine, consents.mine);
  expect(first.sentence).toBe('It waits for its turn.');
  await isBegun(first.session_id);
  const sent = send(first.session_id);
  await eventually(() => expect(visits).toHaveLength(1));
  await visits[0]?.listener.waits();
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 181_000);
  const waiting = await start(theirs, consents.theirs);
  expect(waiting.sentence).toBe('All notetakers are away in other meetings. Yours comes as soon as one of them is back. If that is too late, cancel and record on this device instead.');
  expect(visits[0]?.stop.aborted).toBe(false);
  await test.database.query(`update meeting_sessions set heartbeat_at = heartbeat_at - interval '11 seconds' where id = $1`, [waiting.session_id]);
  await sent;
  const { body } = await mine.get(`${MEETINGS}/session/${first.session_id}/status`).expect(200);
  expect(body).toMatchObject({ phase: 'failed', end_reason: 'gave_way', sentence: 'Nobody let the notetaker in for 3 minutes, and others were waiting for one. Please send it again once somebody can let it in.' });

  // The consent is still good; whoever had the place lets the others go first.
  const again = await start(mine, consents.mine);
  await isBegun(again.session_id);
  await expect(send(again.session_id)).rejects.toThrow(NotYet);
  await isBegun(waiting.session_id);
  const next = send(waiting.session_id);
  await eventually(() => expect(visits).toHaveLength(2));
  visits[1]?.end('denied');
  await next;
  const last = send(again.session_id);
  await eventually(() => expect(visits).toHaveLength(3));
  visits[2]?.end('denied');
  await last;
});

it('as many leave as others wait for, who waits longest first, and nobody where a notetaker is free', async () => {
  const ids: string[] = [];
  for (const phase of ['lobby', 'joining', 'queued']) {
    const { therapist } = await openMeetingPractice(test);
    const consent_id = await agreedConsent(therapist, { meeting_url: MEET_LINK });
    const { body } = await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url: MEET_LINK }).expect(201);
    const id = (body as { session_id: string }).session_id;
    await test.database.query(`update meeting_sessions set phase = $2, heartbeat_at = clock_timestamp() - interval '11 seconds' where id = $1`, [id, phase]);
    ids.push(id);
  }
  const wanted = (): Promise<boolean[]> => Promise.all(ids.slice(0, 2).map((id) => test.app.get(SessionRepository).isNotetakerWanted(id)));
  const workerWith = (notetakers: number) => test.database.query(`insert into worker_heartbeats (worker_id, seen_at, queue_state, queue_engine, details) values ('a', clock_timestamp(), 'ok', 'redis', jsonb_build_object('notetakers', $1::int))
    on conflict (worker_id) do update set details = excluded.details`, [notetakers]);
  await workerWith(2);
  expect(await wanted()).toEqual([true, false]);
  await workerWith(3);
  expect(await wanted()).toEqual([false, false]);
});
