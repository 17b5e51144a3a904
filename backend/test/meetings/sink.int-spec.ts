import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { RecordingStorage } from '../../src/integrations/storage/file-storage';
import { RecordingSink, SentChunk } from '../../src/modules/meetings/recording/recording-sink';
import { SessionRepository, SessionRow } from '../../src/modules/meetings/sessions/session.repository';
import { agreedConsent, beginOnDevice, MEETINGS, MeetingPractice, openMeetingPractice, toneOf } from '../harness/meetings';
import { filesBelow } from '../harness/s3-server';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: MeetingPractice;
let consent: string;
let session: SessionRow;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openMeetingPractice(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.query(`delete from limit_hits`);
  consent = await agreedConsent(practice.therapist);
  const { session_id } = await beginOnDevice(practice.therapist, consent);
  session = await find(session_id);
});
afterEach(() => jest.restoreAllMocks());

const sink = (): RecordingSink => test.app.get(RecordingSink);
const stored = (): string[] => filesBelow(join(test.config.dataDir, 'recordings'));
async function find(id: string): Promise<SessionRow> {
  const found = await test.app.get(SessionRepository).findOwned(practice.therapist.id, id);
  if (!found) throw new Error('no session');
  return found;
}
const chunk = (seq: number, more: Partial<SentChunk> = {}): SentChunk => ({ sessionId: session.id, part: 1, seq, startFrame: seq * 32_000, rate: 16_000, fence: 1, capturedAt: new Date(), pcm: toneOf(), ...more });
const write = (sent: SentChunk): Promise<SessionRow> => sink().write(SYSTEM_ACTOR, session, sent);

it('one chunk that is sent by many at once is stored once, and leaves one object', async () => {
  const before = stored().length;
  await Promise.all(Array.from({ length: 6 }, () => write(chunk(0))));
  expect(stored()).toHaveLength(before + 1);
  expect(await find(session.id)).toMatchObject({ recorded_ms: '2000', phase: 'in_call', hears: true });
});

it('an older lease is refused, also where it was the newest when its chunk was on the way', async () => {
  const before = stored().length;
  const storage = test.app.get(RecordingStorage);
  const put = storage.put.bind(storage);
  jest.spyOn(storage, 'put').mockImplementation(async (key, bytes) => {
    await put(key, bytes);
    await test.database.query('update meeting_sessions set fence = 2 where id = $1', [session.id]);
  });
  await expect(write(chunk(0))).rejects.toMatchObject({ code: 'conflict' });
  expect(stored()).toHaveLength(before);
  await expect(write(chunk(0, { fence: 1 }))).rejects.toMatchObject({ code: 'conflict' });
  expect(await find(session.id)).toMatchObject({ phase: 'joining', hears: false, recorded_ms: '0' });
});

it('a withdrawal while a chunk is being stored leaves nothing of it', async () => {
  const before = stored().length;
  const storage = test.app.get(RecordingStorage);
  const put = storage.put.bind(storage);
  jest.spyOn(storage, 'put').mockImplementation(async (key, bytes) => {
    await put(key, bytes);
    await practice.therapist.post(`${MEETINGS}/consents/${consent}/withdraw`).expect(200);
  });
  await expect(write(chunk(0))).rejects.toMatchObject({ code: 'conflict', detail: expect.stringContaining('withdrawn') as string });
  expect(stored()).toHaveLength(before);
  expect(await find(session.id)).toMatchObject({ phase: 'cancelled', end_reason: 'consent_withdrawn', recorded_ms: '0' });
});

it('who dies between storing and writing down is sent the chunk again; what was left is swept away, and nothing else is', async () => {
  await write(chunk(0));
  const before = stored();
  jest.spyOn(test.app.get(Works), 'begin').mockRejectedValueOnce(new Error('killed'));
  await expect(write(chunk(1))).rejects.toThrow('killed');
  expect(await find(session.id)).toMatchObject({ recorded_ms: '2000' });
  const [left = ''] = stored().filter((path) => !before.includes(path));
  await write(chunk(1));
  expect(await find(session.id)).toMatchObject({ recorded_ms: '4000' });
  expect(await sink().isWhole(session.id)).toBe(true);
  await sink().deleteUnnamed();
  expect(existsSync(left)).toBe(true);
  for (const path of stored()) utimesSync(path, 0, 0);
  await sink().deleteUnnamed();
  expect(existsSync(left)).toBe(false);
  expect(await sink().isWhole(session.id)).toBe(true);
});

it('a storage that is away refuses the chunk and says so; nothing is said to be recorded', async () => {
  const { StorageFailed } = jest.requireActual<typeof import('../../src/integrations/storage/file-storage')>('../../src/integrations/storage/file-storage');
  jest.spyOn(test.app.get(RecordingStorage), 'put').mockRejectedValue(new StorageFailed('ENOSPC'));
  await expect(write(chunk(0))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await find(session.id)).toMatchObject({ phase: 'joining', hears: false });
});

it('notes’ files and recordings lie apart, so that what tidies up the one never touches the other', async () => {
  await write(chunk(0));
  expect(readdirSync(test.config.dataDir)).toContain('recordings');
  expect(filesBelow(join(test.config.dataDir, 'files'))).toEqual([]);
});
