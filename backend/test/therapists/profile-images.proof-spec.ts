import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { openBrowser, signInWithGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const PICTURES = 8;
const SIDE = 7_071;
/** Of the time that the pictures take. Who stands in line behind them waits for nearly all of it. */
const LARGEST_SHARE = 1 / 3;
const SEND_AGAIN_AFTER_MS = 1_000;
const RAISED = { IMAGE_UPLOAD_LIMIT: '1000', CHANGES_AT_WORK_PER_CONNECTION: '100', BOOKING_LIMIT_PER_IP: '100000', BOOKING_WAVE_LIMIT: '100000' };

jest.setTimeout(10 * 60_000);

let google: GoogleStandIn;
let test: TestApp;
let practice: Practice;
let sender: SignedInTherapist;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, ...RAISED });
  practice = await openPractice(test);
  sender = await signInTherapist(test);
});
afterAll(async () => {
  await test.close();
  await google.close();
});

/** 50 megapixels that have to be decoded whole: progressive, so that no smaller version can be read from it. */
async function heavyPicture(): Promise<Buffer> {
  const noise = await sharp(randomBytes(512 * 512 * 3), { raw: { width: 512, height: 512, channels: 3 } }).png().toBuffer();
  return sharp(noise).resize(SIDE, SIDE, { fit: 'fill', kernel: 'cubic' }).jpeg({ quality: 20, progressive: true }).toBuffer();
}

/** Sends it again while it has to wait. @returns how often it was sent */
async function upload(picture: Buffer): Promise<number> {
  for (let sent = 1; ; sent += 1) {
    const { status } = await sender.post('/api/therapist/upload-profile-image').attach('file', picture, 'me.jpg');
    if (status === 200) return sent;
    if (status !== 429) throw new Error(`the upload was answered ${status}`);
    await new Promise((resolve) => setTimeout(resolve, SEND_AGAIN_AFTER_MS));
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function signIn(): Promise<void> {
  const { status } = await signInWithGoogle(google, openBrowser(test), `${randomUUID()}@example.org`);
  expect(status).toBe(200);
}

let booked = 0;
async function bookOnce(): Promise<void> {
  booked += 1;
  const time = `${String(9 + (booked % 8)).padStart(2, '0')}:00`;
  const day = workday(test, 1 + Math.floor(booked / 8));
  await book(test, practice, { client_email: `${randomUUID()}@example.org`, appointment_date: day, appointment_time: time }).expect(201);
}

interface Times {
  signIns: number[];
  bookings: number[];
}

async function measure(goOn: () => boolean): Promise<Times> {
  const times: Times = { signIns: [], bookings: [] };
  do {
    times.signIns.push(await timed(signIn));
    times.bookings.push(await timed(bookOnce));
  } while (goOn());
  return times;
}

const told = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms of ${sorted.length}`;
};

it('eight pictures of 50 megapixels keep nobody else from signing in or booking', async () => {
  const picture = await heavyPicture();
  await measure(() => booked < 3);
  const quiet = await measure(() => booked < 13);

  let left = PICTURES;
  let sent = 0;
  const started = performance.now();
  const uploads = Promise.all(
    Array.from({ length: PICTURES }, async () => {
      const times = await upload(picture);
      sent += times;
      left -= 1;
    }),
  );
  const busy = await measure(() => left > 0 && booked < 300);
  await uploads;
  const tookMs = performance.now() - started;

  process.stdout.write(
    `    ${PICTURES} pictures of 50 megapixels (${(picture.length / 1e6).toFixed(1)} MB) in ${tookMs.toFixed(0)} ms, sent ${sent} times\n` +
      `    sign-in: alone ${told(quiet.signIns)}; meanwhile ${told(busy.signIns)}\n` +
      `    booking: alone ${told(quiet.bookings)}; meanwhile ${told(busy.bookings)}\n`,
  );
  expect(Math.max(...busy.signIns, ...busy.bookings) / tookMs).toBeLessThan(LARGEST_SHARE);
});
