import { join } from 'node:path';
import { Client } from 'pg';
import * as supertest from 'supertest';
import { FileStorage } from '../../src/integrations/storage/file-storage';
import { StorageSpace } from '../../src/integrations/storage/storage-space';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { agreedConsent, beginOnDevice, letPass, MEETINGS, MeetingPractice, openMeetingPractice, sendChunk, SESSION_SETTINGS, TestSession } from '../harness/meetings';
import { addFile, pictureOf, sendFile } from '../harness/note-files';
import { eventually } from '../harness/outbox-worker';
import { filesBelow } from '../harness/s3-server';
import { writeNote } from '../harness/session-notes';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

/** Two seconds of sound, 64,000 bytes each: 16 of them fit into a megabyte. */
const FIT = 16;

let test: TestApp;
let practice: MeetingPractice;

beforeAll(async () => {
  test = await startTestApp({ STORAGE_PER_THERAPIST_MB: '1' });
  practice = await openMeetingPractice(test);
});
afterAll(() => test.close());

const objects = (app = test): string[] => filesBelow(join(app.config.dataDir, 'recordings'));
const statusOf = (call: supertest.Test): Promise<number> => call.then(({ status }) => status);
async function used(therapistId: string): Promise<number> {
  const [row] = await test.database.query<{ bytes: string }>('select bytes from stored_bytes where therapist_id = $1', [therapistId]);
  return Number(row?.bytes ?? 0);
}

it('two recordings of one therapist at once take what there is for them and no more; what is stored stays, and what is destroyed makes room', async () => {
  const { therapist } = practice;
  const consents = [await agreedConsent(therapist), await agreedConsent(therapist)] as const;
  const sessions: TestSession[] = [];
  for (const consent of consents) sessions.push(await beginOnDevice(therapist, consent));
  const answers = await Promise.all(sessions.flatMap((session) => Array.from({ length: 14 }, (_, seq) => statusOf(sendChunk(therapist, session, seq)))));
  expect(answers.filter((status) => status === 200)).toHaveLength(FIT);
  expect(answers.filter((status) => status === 507)).toHaveLength(28 - FIT);
  expect(objects()).toHaveLength(FIT);
  expect(await used(therapist.id)).toBe(FIT * 64_000);

  const { body } = await sendChunk(therapist, sessions[0]!, 20).expect(507);
  expect(body.detail).toBe('Your recordings and files take 1 MB of the 1 MB that there is for you, so this finds no room. Delete files that you need no more, or ask whoever runs this installation for more.');
  // The device is heard of although nothing of it is stored.
  await letPass(test, 60_000);
  const before = await heardOf(sessions[0]!);
  await sendChunk(therapist, sessions[0]!, 20).expect(507);
  expect(await heardOf(sessions[0]!)).toBeGreaterThan(before);
  await therapist.post(`${MEETINGS}/uploads`, { consent_id: await agreedConsent(therapist), file_size: 500_000, enable_post_meeting_analysis: false }).expect(507);
  // Before anybody speaks, and the consent stays good.
  const unused = await agreedConsent(therapist);
  await therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id: unused }).expect(507);
  const other = await openMeetingPractice(test);
  await sendChunk(other.therapist, await beginOnDevice(other.therapist, await agreedConsent(other.therapist)), 0).expect(200);

  for (const consent of consents) await therapist.post(`${MEETINGS}/consents/${consent}/withdraw`).expect(200);
  for (const { session_id } of sessions) await test.app.get(SessionsService).destroy({ session_id });
  expect([await used(therapist.id), objects().length]).toEqual([0, 1]);
  await sendChunk(therapist, await beginOnDevice(therapist, unused), 0).expect(200);
});

async function heardOf({ session_id }: TestSession): Promise<number> {
  const { body } = await practice.therapist.get(`${MEETINGS}/session/${session_id}/status`).expect(200);
  return Date.parse(String(body.heard_of_at));
}

it('a count that went wrong is mended by upkeep, and nothing that is stored meanwhile is missed or kept waiting', async () => {
  const { therapist } = await openMeetingPractice(test);
  const session = await beginOnDevice(therapist, await agreedConsent(therapist));
  const begun = { consent_id: await agreedConsent(therapist), file_size: 100_000, enable_post_meeting_analysis: false };
  const { body: upload } = await therapist.post(`${MEETINGS}/uploads`, begun).expect(201);
  await test.database.query(`insert into meeting_upload_blocks (session_id, block, storage_key, stored_at) values ($1, 0, repeat('a', 64), now())`, [upload.session_id]);
  await addFile(therapist, (await writeNote(therapist)).id);
  await sendChunk(therapist, session, 0).expect(200);
  const right = await used(therapist.id);
  const mend = (): Promise<number> => test.app.get(StorageSpace).recount();
  const drift = (sql: string): Promise<unknown> => test.database.query(sql, [therapist.id]);
  for (const wrong of ['update stored_bytes set bytes = bytes + 900000 where therapist_id = $1', 'update stored_bytes set bytes = 0 where therapist_id = $1', 'delete from stored_bytes where therapist_id = $1', 'update stored_bytes set of_practice = not of_practice where therapist_id = $1']) {
    await drift(wrong);
    expect([await mend(), await used(therapist.id), await mend()]).toEqual([1, right, 0]);
  }

  // One that is being stored: its row is there and nobody sees it yet.
  const storing = new Client({ connectionString: test.testDatabase.url });
  await storing.connect();
  await drift('update stored_bytes set bytes = bytes + 5 where therapist_id = $1');
  await storing.query('begin');
  await storing.query(`insert into meeting_chunks (session_id, part, seq, start_frame, frames, rate, peak, storage_key, captured_at, stored_at) values ($1, 1, 1, 32000, 32000, 16000, 0, repeat('b', 64), now(), now())`, [session.session_id]);
  const mending = mend();
  await eventually(async () => expect(await test.database.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).toHaveLength(1));
  await storing.query('commit');
  await storing.end();
  expect([await mending, await used(therapist.id)]).toEqual([1, right + 64_000]);

  const answers = await Promise.all([2, 3, 4, 5, 6, 7].map(async (seq) => {
    await drift('update stored_bytes set bytes = bytes + 7 where therapist_id = $1');
    const [status] = await Promise.all([statusOf(sendChunk(therapist, session, seq)), mend()]);
    return status;
  }));
  await mend();
  expect([answers, await used(therapist.id)]).toEqual([Array(6).fill(200), right + 7 * 64_000]);
});

describe('therapists whom no client has confirmed', () => {
  let crowd: TestApp;

  beforeAll(async () => {
    crowd = await startTestApp({ STORAGE_OF_NEWCOMERS_MB: '1' });
  });
  afterAll(() => crowd.close());

  const sendTo = async ({ therapist }: MeetingPractice, chunks = 1): Promise<supertest.Response[]> => {
    const session = await beginOnDevice(therapist, await agreedConsent(therapist));
    return Promise.all(Array.from({ length: chunks }, (_, seq) => sendChunk(therapist, session, seq)));
  };
  /** A client of theirs who booked it, and has proved the address. */
  const confirm = async ({ clientId }: MeetingPractice): Promise<void> => {
    await crowd.database.query(`insert into users (id, user_type, email, name) select id, 'client', email, 'Robin Account' from clients where id = $1`, [clientId]);
    await crowd.database.query('insert into client_accounts (client_id, registered_at, verified_at) values ($1, now(), now())', [clientId]);
  };

  it('share one small room, less where the disk has little, and nobody else finds it full', async () => {
    const [first, second, third] = [await openMeetingPractice(crowd), await openMeetingPractice(crowd), await openMeetingPractice(crowd)];
    await confirm(third);
    expect((await sendTo(first, FIT)).map(({ status }) => status)).toEqual(Array(FIT).fill(200));
    // Of an account of its own, and of the room of all of them.
    const { body } = await second.therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id: await agreedConsent(second.therapist) }).expect(507);
    expect(body.detail).toBe('Practices that no signed-in client has confirmed yet share 1 MB for recordings and files, and that is taken. Once a client of yours has signed in, and booked with you or said that they come to you, there is 20 GB for you alone. Until then, ask whoever runs this installation.');
    expect((await sendTo(third, FIT + 4)).map(({ status }) => status)).toEqual(Array(FIT + 4).fill(200));
    // Whose clients are whose is looked at when they store something, and by upkeep, not whenever somebody else does.
    await confirm(first);
    expect((await sendTo(first))[0]?.status).toBe(200);
    expect((await sendTo(second))[0]?.status).toBe(200);

    // Of what they have and what is free, a fourth is theirs.
    const free = jest.spyOn(crowd.app.get(FileStorage), 'room').mockResolvedValue(150_000);
    expect((await second.therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id: await agreedConsent(second.therapist) })).status).toBe(507);
    // Of those who came within the month half of the disk, whoever confirms them: a mailbox or two make clients of a crowd.
    const { body: young } = await third.therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id: await agreedConsent(third.therapist) }).expect(507);
    expect((young as { detail: string }).detail).toMatch(/^Practices that are here for less than a month share [\d.]+ MB of this installation’s room/);
    await crowd.database.query(`update users set created_at = now() - interval '31 days' where id = $1`, [third.therapist.id]);
    await sendTo(third);
    free.mockRestore();
  });
});

describe('on a disk that is almost full', () => {
  let full: TestApp;

  beforeAll(async () => {
    full = await startTestApp({ DISK_RESERVE_MB: '1000000000' });
  });
  afterAll(() => full.close());

  it('recordings and files are refused in a sentence, nothing is written, and the administrator sees it', async () => {
    const { therapist } = await openMeetingPractice(full);
    const session = await beginOnDevice(therapist, await agreedConsent(therapist));
    const { body } = await sendChunk(therapist, session, 0).expect(507);
    expect(body.detail).toMatch(/^The disk of this installation is almost full/);
    const picture = await pictureOf().png().toBuffer();
    await sendFile(therapist, (await writeNote(therapist)).id, picture).expect(507);
    await therapist.post('/api/therapist/upload-profile-image').attach('file', picture, 'me.png').expect(507);
    expect(objects(full)).toEqual([]);
    expect((await therapist.get(`${MEETINGS}/session/${session.session_id}/status`).expect(200)).body).toMatchObject({ phase: 'joining' });
    const { integrations } = (await (await signInAdmin(full)).get('/api/admin/dashboard').expect(200)).body as { integrations: { part: string; state: string; note: string }[] };
    expect(integrations.find(({ part }) => part === 'storage')).toMatchObject({ state: 'degraded', note: expect.stringContaining('DISK_RESERVE_MB') as string });
  });
});
