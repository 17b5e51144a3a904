import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingSink } from '../../src/modules/meetings/recording/recording-sink';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { UploadsService } from '../../src/modules/meetings/upload/uploads.service';
import { agreedConsent, MEETINGS, openMeetingPractice } from '../harness/meetings';
import { SignedInTherapist } from '../harness/signed-in';
import { strengthOf } from '../harness/sound';
import { startTestApp, TestApp } from '../harness/test-app';

const BLOCK = 1024 * 1024;
const RATE = 22_050;
const KINDS = [['mp3', 'libmp3lame'], ['m4a', 'aac'], ['webm', 'libopus'], ['ogg', 'libvorbis']] as const;

/** Where the machine has ffmpeg, which makes the files too. */
const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let test: TestApp;
let therapist: SignedInTherapist;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-sound-'));
  test = await startTestApp({ PATH: process.env['PATH'] });
  ({ therapist } = await openMeetingPractice(test));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => test.database.query('delete from limit_hits'));

/** A tone of 440 Hz. */
function fileOf(kind: string, codec: string, seconds: number): Buffer {
  const path = join(folder, `tone.${kind}`);
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', codec, '-b:a', '128k', path]);
  return readFileSync(path);
}

/** @returns the refusal of the first block, or the session's status once the worker has read the file */
async function upload(file: Buffer): Promise<{ id: string; body: Record<string, unknown> }> {
  const consent_id = await agreedConsent(therapist);
  const { body } = await therapist.post(`${MEETINGS}/uploads`, { consent_id, file_size: file.length, enable_post_meeting_analysis: false }).expect(201);
  const { session_id: id, blocks } = body as { session_id: string; blocks: number };
  for (let block = 0; block < blocks; block += 1) {
    const sent = await therapist.put(`${MEETINGS}/session/${id}/blocks/${block}`).set('Content-Type', 'application/octet-stream').send(file.subarray(block * BLOCK, (block + 1) * BLOCK));
    if (sent.status !== 200) return { id, body: sent.body as Record<string, unknown> };
  }
  await therapist.post(`${MEETINGS}/session/${id}/blocks/complete`).expect(200);
  await test.app.get(UploadsService).read({ session_id: id });
  if ((await status(id))['phase'] === 'processing') await test.app.get(SessionsService).finish({ session_id: id });
  return { id, body: await status(id) };
}
const status = async (id: string): Promise<Record<string, unknown>> => (await therapist.get(`${MEETINGS}/session/${id}/status`).expect(200)).body as Record<string, unknown>;

(hasFfmpeg ? it.each(KINDS) : it.skip.each(KINDS))('a %s file is read, and what is stored is its sound', async (kind, codec) => {
  const file = fileOf(kind, codec, 75);
  const { id, body } = await upload(file);
  expect(body).toMatchObject({ status: 'completed', end_reason: 'file_read', is_partial: false });
  expect(Math.abs(Number(body['recorded_seconds']) - 75)).toBeLessThan(0.2);
  for await (const { chunk, pcm } of test.app.get(RecordingSink).read(id)) {
    if (chunk.seq !== 20) continue;
    expect(chunk.rate).toBe(RATE);
    expect([440, 700].map((hertz) => strengthOf(pcm ?? Buffer.alloc(2), hertz, RATE) > 0.05)).toEqual([true, false]);
  }
});

(hasFfmpeg ? it : it.skip)('what only begins like sound, or leads to other files, is refused, or ends unread and destroyed', async () => {
  const text = Buffer.from('#EXTM3U\nhttp://127.0.0.1/secret\n');
  expect((await upload(text)).body).toMatchObject({ detail: 'This is no sound that can be read here. Please use a WAV, MP3, M4A, WebM or OGG file.' });
  const noise = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(200_000, 7)]);
  expect((await upload(noise)).body).toMatchObject({ status: 'failed', end_reason: 'file_unreadable', sound_is_destroyed: true });
  const playlist = Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A '), Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n')]);
  expect((await upload(playlist)).body).toMatchObject({ status: 'failed', end_reason: 'file_unreadable' });
});

it('which kinds can be read is said before the upload', async () => {
  const { body } = await therapist.get(`${MEETINGS}/engines`).expect(200);
  expect(body).toMatchObject(hasFfmpeg ? { upload_formats: ['wav', 'mp3', 'm4a', 'webm', 'ogg'], upload_reason: null } : { upload_formats: ['wav'] });
});
