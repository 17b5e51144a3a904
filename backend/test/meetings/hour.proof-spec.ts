import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { SealedSound } from '../../src/modules/meetings/recording/sealed-sound';
import { TranscribingService } from '../../src/modules/meetings/transcripts/transcribing.service';
import { MEETINGS, openMeetingPractice, recordedSession, toneOf } from '../harness/meetings';
import { eventually, TEST_REDIS_URL } from '../harness/outbox-worker';
import { startTestApp } from '../harness/test-app';
import { startTranscription } from '../harness/transcription-stand-in';
import { startProcess } from '../harness/worker-process';

const RATE = 16_000;
const MINUTE = toneOf(60 * RATE, RATE);
const MINUTES = 60;

it('of an hour of sound a few minutes are open at a time, each frame is heard once, and what is sent is never larger than endpoints take', async () => {
  const endpoint = await startTranscription();
  const test = await startTestApp({ ...endpoint.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '60' });
  try {
    const { therapist } = await openMeetingPractice(test);
    const { session_id } = await recordedSession(test, therapist, Buffer.concat(Array.from({ length: MINUTES }, () => MINUTE)), { chunkSeconds: 60 });
    await test.app.get(SessionsService).finish({ session_id });

    const sound = test.app.get(SealedSound);
    const open = sound.open.bind(sound);
    let opened = 0;
    jest.spyOn(sound, 'open').mockImplementation((...place) => {
      opened += 1;
      return open(...place);
    });
    const atOnce: number[] = [];
    const hash = createHash('sha256');
    endpoint.answer(({ pcm, seconds }) => {
      atOnce.push(opened);
      opened = 0;
      hash.update(pcm);
      endpoint.heard.splice(0);
      return { text: 'Said.', segments: [{ start: 0, end: seconds, text: 'Said.' }] };
    });
    // It gives way to others after a minute; then it goes on.
    for (let state = ''; state !== 'done'; ) {
      await test.app.get(TranscribingService).transcribe({ session_id });
      state = ((await therapist.get(`${MEETINGS}/session/${session_id}/status`).expect(200)).body as { transcript_state: string }).transcript_state;
    }
    const whole = createHash('sha256');
    for (let minute = 0; minute < MINUTES; minute += 1) whole.update(MINUTE);
    expect(hash.digest('hex')).toBe(whole.digest('hex'));
    // Four minutes, and the one at each end of which a part is used.
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(6);
    process.stdout.write(`an hour of sound: ${atOnce.length} stretches, at most ${Math.max(...atOnce)} minutes open at a time\n`);
    expect(endpoint.problems).toEqual([]);
  } finally {
    await test.close();
    await endpoint.close();
  }
}, 300_000);

const READS = ['/api/ai-meeting/sessions', '/api/ai-meeting/engines', '/api/therapist/enhanced-session-notes'];
const ROUND_MS = 6_000;
const BETWEEN_MS = 15;
const MOST_RATIO = 2;

/** In a process of its own, so that what it does is not the API's: it takes what comes, and says one word a second later, which is far sooner than real ones hear
 * four minutes. */
const ENDPOINT = `require('node:http').createServer((request, response) => request.resume().on('end', () => setTimeout(() => response.setHeader('content-type', 'application/json').end(JSON.stringify({ text: 'Said.', segments: [{ start: 0, end: 1, text: 'Said.' }] })), 1000))).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

const p99 = (times: readonly number[]): number => [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;

it('while a worker makes the transcript of an hour, readers of the API wait at most twice as long', async () => {
  const endpoint = spawn(process.execPath, ['-e', ENDPOINT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(endpoint.stdout, 'data')) as [Buffer];
  const environment = { TRANSCRIPTION_API_KEY: 'sk-hour', TRANSCRIPTION_MODEL: 'hour', TRANSCRIPTION_BASE_URL: `http://127.0.0.1:${port.toString().trim()}/v1` };
  const test = await startTestApp(environment);
  try {
    const { therapist } = await openMeetingPractice(test);
    const reads = async (): Promise<number[]> => {
      const times: number[] = [];
      for (let [end, turn] = [performance.now() + ROUND_MS, 0]; performance.now() < end; turn += 1) {
        const started = performance.now();
        await therapist.get(READS[turn % READS.length]!).expect(200);
        times.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      }
      return times;
    };
    const { session_id } = await recordedSession(test, therapist, Buffer.concat(Array.from({ length: MINUTES }, () => MINUTE)), { chunkSeconds: 2 });
    const [idle, meanwhile]: [number[], number[]] = [[], []];
    await reads();
    for (let round = 0; round < 4; round += 1) {
      idle.push(...(await reads()));
      const worker = startProcess('main.worker', test, { ...environment, ...(TEST_REDIS_URL !== undefined && { QUEUE_ENGINE: 'redis', REDIS_URL: TEST_REDIS_URL }) });
      try {
        const state = async (): Promise<string> => ((await therapist.get(`${MEETINGS}/session/${session_id}/status`).expect(200)).body as { transcript_state: string }).transcript_state;
        await eventually(async () => expect(['running', 'done']).toContain(await state()), 120_000);
        meanwhile.push(...(await reads()));
        await eventually(async () => expect(await state()).toBe('done'), 240_000);
      } finally {
        await worker.stop();
      }
      // Once more, from its beginning.
      await test.database.query('delete from meeting_transcript_lines');
      await test.database.query(`update meeting_transcripts set state = 'failed', failure = 'interrupted', finished_at = null, done_frames = 0, tries = 0, stretches = 0`);
      if (round < 3) await therapist.post(`${MEETINGS}/session/${session_id}/transcript`).expect(202);
    }
    const [before, after] = [p99(idle), p99(meanwhile)];
    process.stdout.write(`API p99: ${before.toFixed(1)} ms idle, ${after.toFixed(1)} ms while an hour is processed, ratio ${(after / before).toFixed(2)} (${idle.length} and ${meanwhile.length} reads, in turns)\n`);
    expect(after / before).toBeLessThanOrEqual(MOST_RATIO);
  } finally {
    await test.close();
    endpoint.kill();
  }
}, 900_000);
