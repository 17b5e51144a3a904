import type { Response } from 'express';
import { readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PlaybackService } from '../../src/modules/meetings/recording/playback.service';
import { TranscriptsService } from '../../src/modules/meetings/transcripts/transcripts.service';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { agreedConsent, MEETINGS, MeetingPractice, openMeetingPractice, recordedSession } from '../harness/meetings';
import { secondsOf, startTranscriptTest } from '../harness/meetings-transcripts';
import { filesBelow } from '../harness/s3-server';
import { signInAnew } from '../harness/signed-in';
import { startTestApp } from '../harness/test-app';

const RATE = 16_000;
/** Words that are said in a session: they stand nowhere but in its transcript. */
const CANARY = 'zwetschgendatschi';
const SAID = { text: 'Said.', segments: [{ start: 0, end: 2, text: 'Said.' }] };

const set = startTranscriptTest();
const { at, checked, status, transcriptOf, transcribe } = set;

it('a line is corrected beside what was heard, by whoever saw its newest version; accepted, the sound and what was heard are gone', async () => {
  set.endpoint.answer({ text: 'x', segments: [{ start: 0, end: 1, text: 'I feel bad.' }, { start: 1, end: 2, text: 'Since when?' }] });
  const session = await checked(secondsOf(4));
  const refused = await set.practice.therapist.post(`${at(session)}/transcript/accept`).expect(422);
  expect(refused.body.detail).toBe('The transcript is not finished yet.');
  await transcribe(session);
  const [line] = (await transcriptOf(session)).lines;
  const correct = (text: string, version: number, as = set.practice.therapist) => as.put(`${at(session)}/transcript/lines/${line!.id}`, { text, version });
  expect((await correct('I feel sad.', 1).expect(200)).body).toMatchObject({ text: 'I feel sad.', original: 'I feel bad.', version: 2 });
  await correct('I feel sad.', 1).expect(200);
  await correct('I feel glad.', 1).expect(409);
  expect((await correct('I feel very sad.', 2).expect(200)).body).toMatchObject({ original: 'I feel bad.', version: 3 });
  for (const wrong of [{ text: ' ', version: 3 }, { text: 'x' }, { text: 'x'.repeat(5_001), version: 3 }]) await set.practice.therapist.put(`${at(session)}/transcript/lines/${line!.id}`, wrong).expect(400);
  await correct('Mine.', 3, set.other.therapist).expect(404);
  await set.other.therapist.get(`${at(session)}/transcript`).expect(404);
  await set.other.therapist.post(`${at(session)}/transcript/accept`).expect(404);

  for (let round = 0; round < 2; round += 1) expect((await set.practice.therapist.post(`${at(session)}/transcript/accept`).expect(200)).body).toMatchObject({ state: 'done', lines: [{ text: 'I feel very sad.', original: null }, {}] });
  await correct('Later.', 3).expect(422);
  expect(await status(session)).toMatchObject({ sound_is_destroyed: true, sentence: expect.stringContaining('Its transcript is accepted.') as string });
  await set.practice.therapist.get(`${at(session)}/sound`).expect(404);
  await set.test.app.get(SessionsService).destroy({ session_id: session.session_id });
  expect(await set.test.database.query('select from meeting_chunks where session_id = $1', [session.session_id])).toEqual([]);
  expect(await set.test.database.query('select from meeting_transcript_lines where original is not null and session_id = $1', [session.session_id])).toEqual([]);
});

it('the sound plays as a WAV file, whole and in ranges, for its therapist alone, and the log knows', async () => {
  const pcm = secondsOf(7);
  const session = await checked(pcm);
  const play = (range?: string, as = set.practice.therapist) => {
    const asked = as.get(`${at(session)}/sound`).buffer(true).parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
    });
    return range === undefined ? asked : asked.set('Range', range);
  };
  const whole = await play().expect(200);
  const file = whole.body as Buffer;
  expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes', 'cache-control': 'no-store', 'content-length': String(44 + pcm.length) });
  expect([file.toString('latin1', 0, 4), file.readUInt32LE(24), file.subarray(44).equals(pcm)]).toEqual(['RIFF', RATE, true]);
  for (const [from, to] of [[0, 9], [40, 60], [44 + 2 * RATE * 2 - 3, 44 + 2 * RATE * 2 + 3], [100_001, file.length - 1]] as const) {
    const part = await play(`bytes=${from}-${to}`).expect(206);
    expect([part.headers['content-range'], (part.body as Buffer).equals(file.subarray(from, to + 1))]).toEqual([`bytes ${from}-${to}/${file.length}`, true]);
  }
  expect(((await play('bytes=-10').expect(206)).body as Buffer).equals(file.subarray(-10))).toBe(true);
  await play(`bytes=${file.length}-`).expect(416);
  const long = await checked(secondsOf(40));
  const first = await set.practice.therapist.get(`${at(long)}/sound`).set('Range', 'bytes=0-').expect(206);
  expect(first.headers['content-range']).toBe(`bytes 0-1048575/${44 + 40 * RATE * 2}`);
  await play(undefined, set.other.therapist).expect(404);
  const log = await set.test.database.query('select from activity_log where subject_id = $1 and action = $2', [session.session_id, 'play_recording']);
  expect(log.length).toBeGreaterThan(0);

  // Nothing more is sent once the session of whoever listens has ended.
  const service = set.test.app.get(PlaybackService);
  const elsewhere = await signInAnew(set.test, set.practice.therapist);
  const [signedIn] = await set.test.database.query<{ id: string }>('select id from sessions where user_id = $1 order by created_at desc limit 1', [set.practice.therapist.id]);
  const listener = { type: 'therapist', id: set.practice.therapist.id, sessionId: signedIn?.id ?? '', address: null } as const;
  const sound = await service.find(listener, session.session_id);
  const answer = new ServerResponse(new IncomingMessage(new Socket())) as unknown as Response;
  await elsewhere.post('/api/auth/logout').expect(200);
  await service.send(listener, sound, { start: 0, end: 99 }, answer, new AbortController().signal);
  expect([answer.destroyed, answer.headersSent]).toEqual([true, false]);
});

it('words of a session stand nowhere in the clear: in no file, table, job or log', async () => {
  set.endpoint.answer({ text: CANARY, segments: [{ start: 0, end: 1, text: CANARY }] });
  const written = jest.spyOn(process.stdout, 'write');
  const session = await checked(secondsOf(4));
  const [job] = await set.test.database.query<{ job: string; payload: unknown }>(`select job, payload from outbox where job = 'transcribe-meeting' order by created_at desc limit 1`);
  expect(job).toEqual({ job: 'transcribe-meeting', payload: { session_id: session.session_id } });
  await transcribe(session);
  const [line] = (await transcriptOf(session)).lines;
  await set.practice.therapist.put(`${at(session)}/transcript/lines/${line!.id}`, { text: `${CANARY} it is`, version: 1 }).expect(200);
  const logged = written.mock.calls.map(([part]) => String(part)).join('');
  written.mockRestore();
  expect(logged).not.toContain(CANARY);
  expect(filesBelow(set.test.config.dataDir).filter((path) => readFileSync(path, 'latin1').includes(CANARY))).toEqual([]);
  for (const { name } of await set.test.database.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)) {
    const rows = await set.test.database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    const hex = Buffer.from(CANARY).toString('hex');
    expect([name, rows.filter(({ row }) => row.includes(CANARY) || row.includes(hex))]).toEqual([name, []]);
  }
});

it('sound goes after 7 days and the transcript after its therapist’s term; what nobody works on has failed', async () => {
  set.endpoint.answer(SAID);
  const left = await checked(secondsOf(4));
  expect((await set.practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: true, transcript_kept_days: 10 }).expect(200)).body).toEqual({ ask_client_own_click: true, transcript_kept_days: 10 });
  // What is not said stays.
  expect((await set.practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: true }).expect(200)).body).toMatchObject({ transcript_kept_days: 10 });
  await set.practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: true, transcript_kept_days: 0 }).expect(400);
  const made = await checked(secondsOf(4));
  await transcribe(made);
  const later = async (days: number): Promise<void> => {
    set.test.clock.advance(days * 24 * 3_600_000);
    await set.test.app.get(SessionsService).destroyOld();
    await set.test.app.get(TranscriptsService).failLeft();
    await set.test.app.get(TranscriptsService).destroyOver();
    set.practice = { ...set.practice, therapist: await signInAnew(set.test, set.practice.therapist) };
  };
  await later(7.01);
  expect(await status(made)).toMatchObject({ sound_is_destroyed: true, transcript_state: 'done' });
  expect(await transcriptOf(left)).toMatchObject({ state: 'failed', failure: 'The work was interrupted.' });
  await transcribe(left);
  expect((await transcriptOf(made)).lines).toHaveLength(1);
  await later(3);
  expect(await transcriptOf(made)).toMatchObject({ state: 'destroyed', lines: [] });
  expect(await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [made.session_id])).toEqual([]);
});

it('where nothing is set up for it, that is said in words, and the sound waits for its time', async () => {
  for (const [missing, sentence] of [['TRANSCRIPTION_MODEL', 'no model is named'], ['TRANSCRIPTION_API_KEY', 'key of the endpoint is missing']] as const) {
    const without = await startTestApp({ ...set.endpoint.environment, [missing]: undefined, OPENAI_API_KEY: 'sk-of-another-endpoint' });
    try {
      const { therapist } = await openMeetingPractice(without);
      expect((await therapist.get(`${MEETINGS}/engines`).expect(200)).body).toMatchObject({ transcription_available: false, transcription_reason: expect.stringContaining(sentence) as string, transcription_sent: null });
      const session = await recordedSession(without, therapist, secondsOf(4));
      await without.app.get(SessionsService).finish({ session_id: session.session_id });
      expect((await therapist.post(`${at(session)}/transcript`).expect(422)).body.detail).toContain(sentence);
      expect((await therapist.get(`${at(session)}/transcript`).expect(200)).body).toMatchObject({ state: 'none', has_sound: true });
    } finally {
      await without.close();
    }
  }
  expect((await set.practice.therapist.get(`${MEETINGS}/engines`).expect(200)).body).toMatchObject({ transcription_available: true, transcription_reason: null, transcription_sent: expect.stringContaining('127.0.0.1') as string });
});

it('the copy of a client’s record holds their consents, click by click, and what was said; another therapist’s holds none of it', async () => {
  const elsewhere = await openMeetingPractice(set.test);
  const { therapist, clientId } = set.practice;
  set.endpoint.answer({ text: 'x', segments: [{ start: 0, end: 1, text: 'I feel bad.' }, { start: 1, end: 2, text: 'Since when?' }] });
  await therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: false }).expect(200);
  const consentId = await agreedConsent(therapist, { client_id: clientId });
  const session = await checked(secondsOf(4), { consentId });
  await transcribe(session);
  const partsOf = async ({ therapist: asking }: MeetingPractice, id: string) => {
    const { body } = await asking.get(`/api/therapist/clients/${id}/export`).expect(200);
    return (body as { parts: { title: string; entries: { about: string; text: string; facts?: { label: string; value: string }[] }[] }[] }).parts.slice(-2);
  };
  const [consents, transcripts] = await partsOf(set.practice, clientId);
  expect(consents?.entries).toHaveLength(1);
  expect(consents?.entries[0]).toMatchObject({ about: 'Both agreed, a session was recorded with it', text: expect.stringMatching(/^I agree that my therapist records/) });
  expect(consents?.entries[0]?.facts?.map(({ label, value }) => `${label.split(',')[0]}: ${value}`).slice(0, 2)).toEqual([
    'Therapist: Agreed; clicked by the therapist on the therapist’s screen',
    'Client: Agreed; clicked by the therapist on the therapist’s screen',
  ]);
  expect(transcripts?.entries.map(({ about, text }) => [about, text])).toEqual([['Not checked and accepted yet', '0:00 I feel bad.\n0:01 Since when?']]);
  for (const { entries } of await partsOf(elsewhere, elsewhere.clientId)) expect(entries).toEqual([]);
});
