import sharp from 'sharp';
import * as supertest from 'supertest';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const HOUR_MS = 3_600_000;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ SESSION_IDLE_MINUTES: '120', CHANGES_AT_WORK_PER_CONNECTION: '100' });
});
afterAll(() => test.close());

function upload(content: Buffer, as: SignedInTherapist): supertest.Test {
  return as.post('/api/therapist/upload-profile-image').attach('file', content, 'me.png');
}

const small = (): Promise<Buffer> => sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } }).png().toBuffer();
/** 24 megapixels that have to be decoded whole. */
const heavy = (): Promise<Buffer> =>
  sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#123456' } }).jpeg({ progressive: true }).toBuffer();

function statusesOf(answers: readonly supertest.Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('a therapist sends twenty pictures an hour, those that are refused included; others are not concerned', async () => {
  const [therapist, other] = [await signInTherapist(test), await signInTherapist(test)];
  const picture = await small();
  for (let sent = 0; sent < 10; sent += 1) await upload(picture, therapist).expect(200);
  for (let sent = 0; sent < 5; sent += 1) await upload(Buffer.from('no picture'), therapist).expect(415);
  for (let sent = 0; sent < 5; sent += 1) await therapist.post('/api/therapist/upload-profile-image').expect(400);
  const refused = await upload(picture, therapist).expect(429);
  expect(refused.body).toMatchObject({ detail: 'You can upload 20 images an hour. Please try again later.' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  await upload(picture, other).expect(200);
  test.clock.advance(HOUR_MS);
  await upload(picture, therapist).expect(200);
});

it('of one account one picture is read and one waits; the next is asked to come again', async () => {
  const therapist = await signInTherapist(test);
  const picture = await heavy();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => upload(picture, therapist)));
  expect(statusesOf(answers)).toEqual({ 200: 2, 429: 3 });
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ detail: 'Your earlier images are still being read. Please try again in a moment.' });
  expect(refused?.headers['retry-after']).toBe('5');
});

it('eight pictures of everybody wait, four of one network; the next is asked to come again, and that counts for nobody', async () => {
  const therapists = await Promise.all(Array.from({ length: 12 }, () => signInTherapist(test)));
  const picture = await heavy();
  const answers = await Promise.all(therapists.map((therapist) => upload(picture, therapist)));
  expect(statusesOf(answers)).toEqual({ 200: 5, 429: 7 });
  const refused = answers.findIndex(({ status }) => status === 429);
  expect(answers[refused]?.body).toMatchObject({ detail: 'Many images are being read right now. Please try again in a moment.' });
  expect(answers[refused]?.headers['retry-after']).toBe('10');
  for (let sent = 0; sent < 20; sent += 1) await upload(Buffer.from('no picture'), therapists[refused] as SignedInTherapist).expect(415);
});
