import { NotYet } from '../../src/common/jobs/job';
import { MeetingEnd, MeetingEngine, MeetingListener } from '../../src/integrations/meetings/meeting-engine';
import { NotetakerService } from '../../src/modules/meetings/notetaker/notetaker.service';
import { SessionRepository } from '../../src/modules/meetings/sessions/session.repository';
import { agreedToNotetaker, MEETINGS, MeetingPractice, newMeeting, openMeetingPractice, SESSION_SETTINGS } from '../harness/meetings';
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

/** A practice that is here for long, with a client who has proved their address. */
async function openKnown(): Promise<MeetingPractice> {
  const practice = await openWithClient();
  await test.database.query(`update users set created_at = now() - interval '31 days' where id = $1`, [practice.therapist.id]);
  return practice;
}

/** One of today, with such a client. */
async function openWithClient(): Promise<MeetingPractice> {
  const practice = await openMeetingPractice(test);
  await test.database.query(`insert into users (id, user_type, email, name) select id, 'client', id || '@client.example', 'Robin' from clients where id = $1`, [practice.clientId]);
  await test.database.query('insert into client_accounts (client_id, registered_at, verified_at) values ($1, now(), now())', [practice.clientId]);
  return practice;
}

async function startBot(practice: MeetingPractice): Promise<string> {
  const { therapist } = practice;
  const meeting_url = newMeeting();
  const consent_id = await agreedToNotetaker(test, practice, meeting_url);
  const { body } = await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url }).expect(201);
  return (body as { session_id: string }).session_id;
}

/** As if it had come so far, some seconds ago. */
async function reaches(id: string, phase: string): Promise<void> {
  await test.database.query(`update meeting_sessions set phase = $2, heartbeat_at = clock_timestamp() - interval '11 seconds' where id = $1`, [id, phase]);
}

const isWanted = (id: string): Promise<boolean> => test.app.get(SessionRepository).isNotetakerWanted(id);

const send = (id: string): Promise<void> => test.app.get(NotetakerService).send({ session_id: id });

it('one that nobody lets in leaves after three minutes where another practice waits, and its practice goes last', async () => {
  jest.spyOn(test.app.get(MeetingEngine), 'visit').mockImplementation(
    (_meeting, listener, stop) =>
      new Promise((resolve) => {
        stop.addEventListener('abort', () => resolve('called_back'));
        visits.push({ listener, stop, end: resolve });
      }),
  );
  const [one, other] = [await openKnown(), await openKnown()];
  const [mine, theirs] = [one.therapist, other.therapist];
  const [myMeeting, theirMeeting] = [newMeeting(), newMeeting()];
  const consents = { mine: await agreedToNotetaker(test, one, myMeeting), theirs: await agreedToNotetaker(test, other, theirMeeting) };
  const start = async (therapist: SignedInTherapist, consent_id: string, meeting_url = myMeeting): Promise<{ session_id: string; sentence: string }> =>
    (await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url }).expect(201)).body as never;
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
  const waiting = await start(theirs, consents.theirs, theirMeeting);
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
    const id = await startBot(await openKnown());
    await reaches(id, phase);
    ids.push(id);
  }
  const wanted = (): Promise<boolean[]> => Promise.all(ids.slice(0, 2).map(isWanted));
  const workerWith = (notetakers: number) => test.database.query(`insert into worker_heartbeats (worker_id, seen_at, queue_state, queue_engine, details) values ('a', clock_timestamp(), 'ok', 'redis', jsonb_build_object('notetakers', $1::int))
    on conflict (worker_id) do update set details = excluded.details`, [notetakers]);
  await workerWith(2);
  expect(await wanted()).toEqual([true, false]);
  await workerWith(3);
  expect(await wanted()).toEqual([false, false]);
});

it('practices go before accounts that anybody can make, whose own share one turn of a connection', async () => {
  await test.database.query(`delete from outbox where job = 'send-notetaker'`);
  await test.database.query(`update meeting_sessions set phase = 'failed', end_reason = 'denied' where route = 'bot'`);
  const [first, second] = [await startBot(await openMeetingPractice(test)), await startBot(await openMeetingPractice(test))];
  const known = await startBot(await openKnown());
  const engine = jest.spyOn(test.app.get(MeetingEngine), 'visit').mockResolvedValue('denied');
  await expect(send(second)).rejects.toThrow(NotYet);
  await expect(send(first)).rejects.toThrow(NotYet);
  await send(known);
  expect(engine).toHaveBeenCalledTimes(1);
  await test.database.query(`delete from outbox where payload ->> 'session_id' = $1`, [known]);
  // What the one had counts for the other: neither stands behind.
  await send(first);
  await send(second);
  expect(engine).toHaveBeenCalledTimes(3);
});

it('who has no practice leaves a door and, after an hour, a call for those who wait; a practice for practices alone, and no practice whose client is expected now', async () => {
  await test.database.query(`update meeting_sessions set phase = 'failed', end_reason = 'denied' where route = 'bot'`);
  const [practice, newcomer] = [await openKnown(), await openWithClient()];
  const [mine, theirs, call] = [await startBot(practice), await startBot(await openMeetingPractice(test)), await startBot(newcomer)];
  for (const [id, phase] of [[mine, 'lobby'], [theirs, 'lobby'], [call, 'in_call']] as const) await reaches(id, phase);
  await reaches(await startBot(await openMeetingPractice(test)), 'queued');
  const wanted = async (): Promise<boolean[]> => [await isWanted(mine), await isWanted(theirs), await isWanted(call)];
  expect(await wanted()).toEqual([false, true, false]);
  for (let practices = 0; practices < 3; practices += 1) await reaches(await startBot(await openKnown()), 'queued');
  expect(await wanted()).toEqual([true, true, true]);
  const names = ({ clientId }: MeetingPractice, id: string) => test.database.query('update meeting_consents c set client_id = $2 from meeting_sessions s where s.id = $1 and c.id = s.consent_id', [id, clientId]);
  const expects = ({ therapist }: MeetingPractice) => test.database.query(`update bookings set starts_at = now() - interval '5 minutes', ends_at = now() + interval '45 minutes' where therapist_id = $1`, [therapist.id]);
  await names(practice, mine);
  expect(await isWanted(mine)).toBe(true);
  await expects(practice);
  expect(await wanted()).toEqual([false, true, true]);
  // Whom an account of today expects keeps it from no practice.
  await names(newcomer, call);
  await expects(newcomer);
  expect(await isWanted(call)).toBe(true);
});

it.each(['queued', 'joining', 'lobby', 'in_call'])('what was %s before an outage of days sets out nowhere: whoever is in the room by then is somebody else', async (phase) => {
  const visited = jest.spyOn(test.app.get(MeetingEngine), 'visit').mockResolvedValue('denied');
  const id = await startBot(await openKnown());
  await test.database.query(`update meeting_sessions set phase = $2, heartbeat_at = heartbeat_at - interval '3 days', created_at = created_at - interval '3 days' where id = $1`, [id, phase]);
  await test.app.get(NotetakerService).send({ session_id: id });
  expect(visited).not.toHaveBeenCalled();
  expect(await test.database.query('select phase, end_reason from meeting_sessions where id = $1', [id])).toEqual([{ phase: 'failed', end_reason: phase === 'queued' ? 'engine_unavailable' : 'worker_lost' }]);
});
