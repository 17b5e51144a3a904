import { createHash } from 'node:crypto';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { SealedSound } from '../../src/modules/meetings/recording/sealed-sound';
import { TranscribingService } from '../../src/modules/meetings/transcripts/transcribing.service';
import { MEETINGS, openMeetingPractice, recordedSession, toneOf } from '../harness/meetings';
import { startTestApp } from '../harness/test-app';
import { startTranscription } from '../harness/transcription-stand-in';

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
