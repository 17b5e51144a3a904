import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpeechModel, speechModelIn } from '../../src/config/speech-model';
import { LocalRecognizer } from '../../src/integrations/ai/local-recognizer';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { TranscribingService } from '../../src/modules/meetings/transcripts/transcribing.service';
import { wavHead } from '../../src/modules/meetings/upload/wav';
import { MEETINGS, openMeetingPractice, recordedSession, toneOf } from '../harness/meetings';
import { eventually } from '../harness/outbox-worker';
import { startTestApp } from '../harness/test-app';
import { TONES, writeToneModel } from '../harness/tone-model';

let folder: string;
let recognizer: LocalRecognizer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-model-'));
  writeToneModel(folder);
  recognizer = recognizerOf(folder);
});
afterEach(() => {
  recognizer.beforeApplicationShutdown();
  rmSync(folder, { recursive: true, force: true });
});

function recognizerOf(of: string, timeoutMs = 60_000): LocalRecognizer {
  const local = speechModelIn(of) as SpeechModel;
  return new LocalRecognizer({ transcription: { local, timeoutMs } } as ConstructorParameters<typeof LocalRecognizer>[0]);
}

/** Half a second of each tone, and of silence after it. */
function said(rate: number, ...words: (keyof typeof TONES)[]): Buffer {
  return Buffer.concat(words.flatMap((word) => [toneOf(rate / 2, rate, TONES[word]), Buffer.alloc(rate)]));
}
const wavOf = (pcm: Buffer, rate = 16_000): Buffer => Buffer.concat([wavHead(pcm.length, rate), pcm]);
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([16_000, 22_050, 44_100])('hears with the native engine and a whole model, at %d frames a second, and tells when', async (rate) => {
  const pcm = Buffer.concat([said(rate, 'low', 'high'), Buffer.alloc(rate * 2), said(rate, 'shrill')]);
  const { text, lines } = await recognizer.hear(wavOf(pcm, rate));
  expect([text, lines?.map((line) => line.text.trim())]).toEqual(['low high shrill', ['low high', 'shrill']]);
  for (const [index, seconds] of [0, 3].entries()) expect(Math.abs((lines?.[index]?.startMs ?? NaN) - seconds * 1_000)).toBeLessThan(100);
});

it('of a broken model is told in a sentence, and the process that asked goes on', async () => {
  writeFileSync(join(folder, 'tokens.txt'), 'what is this');
  await expect(recognizer.hear(wavOf(said(16_000, 'low')))).rejects.toThrow('The speech model on this server cannot be used.');
  writeToneModel(folder);
  expect((await recognizer.hear(wavOf(said(16_000, 'low')))).text).toBe('low');
  // Its head says what it is, and its body is torn: native code ends its process over that.
  const torn = mkdtempSync(join(tmpdir(), 'attune-model-'));
  copyFileSync(join(folder, 'tokens.txt'), join(torn, 'tokens.txt'));
  writeFileSync(join(torn, 'model.onnx'), Buffer.concat([Buffer.from([0x72, 28, 0x0a, 10]), Buffer.from('model_type'), Buffer.from([0x12, 14]), Buffer.from('zipformer2_ctc'), Buffer.from([0x3a, 0x7f])]));
  const other = recognizerOf(torn);
  await expect(other.hear(wavOf(said(16_000, 'low')))).rejects.toThrow('The speech model on this server cannot be used.');
  rmSync(torn, { recursive: true });
});

it('whose process is killed at work says so, and the next one is heard', async () => {
  await recognizer.hear(wavOf(said(16_000, 'low')));
  const long = recognizer.hear(wavOf(Buffer.alloc(16_000 * 2 * 900, 7)));
  const failed = expect(long).rejects.toMatchObject({ reason: 'recognizer_died', passes: true });
  await new Promise((resolve) => setImmediate(resolve));
  process.kill(recognizer.pid ?? NaN, 'SIGKILL');
  await failed;
  expect((await recognizer.hear(wavOf(said(16_000, 'high')))).text).toBe('high');
});

it('is called back in the middle of its work: the process is gone, and whoever waits behind is heard', async () => {
  await recognizer.hear(wavOf(said(16_000, 'low')));
  const pid = recognizer.pid ?? NaN;
  const withdrawn = new AbortController();
  const ended = expect(recognizer.hear(wavOf(Buffer.alloc(16_000 * 2 * 900, 7)), withdrawn.signal)).rejects.toThrow('withdrawn');
  const next = recognizer.hear(wavOf(said(16_000, 'shrill')));
  await new Promise((resolve) => setImmediate(resolve));
  withdrawn.abort(new Error('withdrawn'));
  await ended;
  await eventually(() => expect(isThere(pid)).toBe(false));
  expect((await next).text).toBe('shrill');
});

it('that takes too long is ended', async () => {
  const slow = recognizerOf(folder, 1);
  await expect(slow.hear(wavOf(Buffer.alloc(16_000 * 2 * 900, 7)))).rejects.toMatchObject({ reason: 'too_slow' });
});

it('makes the transcript of a session, of which nothing leaves this machine', async () => {
  const test = await startTestApp({ TRANSCRIPTION_MODEL_DIR: folder });
  try {
    const { therapist } = await openMeetingPractice(test);
    const engines = await therapist.get(`${MEETINGS}/engines`).expect(200);
    expect(engines.body).toMatchObject({ transcription_available: true, transcription_reason: null, transcription_sent: null });
    // 40 seconds: two stretches.
    const { session_id } = await recordedSession(test, therapist, Buffer.concat([said(16_000, 'low', 'high'), Buffer.alloc(16_000 * 2 * 36), said(16_000, 'shrill', 'low')]));
    await test.app.get(SessionsService).finish({ session_id });
    await test.app.get(TranscribingService).transcribe({ session_id });
    const { body } = await therapist.get(`${MEETINGS}/session/${session_id}/transcript`).expect(200);
    const lines = (body as { lines: { text: string; start_seconds: number }[] }).lines.map(({ text, start_seconds }) => [text, Math.round(start_seconds)]);
    expect(lines).toEqual([['low high', 0], ['shrill low', 38]]);
    expect(await test.database.query('select model, sent_at, has_times from meeting_transcripts')).toEqual([{ model: expect.stringContaining('sherpa-onnx: ') as string, sent_at: null, has_times: true }]);
    jest.spyOn(test.app.get(LocalRecognizer), 'isInstalled', 'get').mockReturnValue(false);
    const without = await therapist.get(`${MEETINGS}/engines`).expect(200);
    expect((without.body as { transcription_reason: string }).transcription_reason).toContain('sherpa-onnx-node');
  } finally {
    await test.close();
  }
});
