import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { NOT_NOTED, print } from '../harness/before-and-now';
import { codeOf, exchange, openBrowser, throughGoogle } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { childrenOf } from '../harness/worker-process';

/** What one account's pictures did to everybody else's sign-in. `therapists/profile-images` measures how long others wait. */
const PICTURES = 8;

let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp(google.environment);
});
afterAll(async () => {
  await test.close();
  await google.close();
});

const send = async (as: SignedInTherapist, picture: Buffer): Promise<number> => (await as.post('/api/therapist/upload-profile-image').attach('file', picture, 'me.jpg')).status;
const countOf = (statuses: readonly number[], status: number): number => statuses.filter((each) => each === status).length;

/** 50 megapixels that have to be decoded whole: progressive, so that no smaller version can be read from it. */
async function heavyPicture(): Promise<Buffer> {
  const noise = await sharp(randomBytes(512 * 512 * 3), { raw: { width: 512, height: 512, channels: 3 } }).png().toBuffer();
  return sharp(noise).resize(7_071, 7_071, { fit: 'fill', kernel: 'cubic' }).jpeg({ quality: 20, progressive: true }).toBuffer();
}

/** What the processes have spent of the processor that this one started, in hundredths of a second. */
const spentOutside = (): number =>
  childrenOf(process.pid).reduce((sum, pid) => {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).map(Number);
    return sum + user + system;
  }, 0);

it('a sign-in does not wait for Google’s picture', async () => {
  let asked = 0;
  google.answerPictures(() => void (asked += 1));
  const browser = openBrowser(test);
  const landing = await throughGoogle(google, browser, 'type', `${randomUUID()}@example.org`);
  const { status } = await exchange(browser, codeOf(landing));
  print('a sign-in while the host of Google’s pictures never answers, and how often the API asked that host', 'it waited for it', `${status} at once, ${asked}`);
  expect([status, asked]).toEqual([200, 0]);
});

it('eight pictures of 50 megapixels of one account stand in a short line, outside of the process that answers', async () => {
  const [thief, picture] = [await signInTherapist(test), await heavyPicture()];
  const [from, before] = [process.cpuUsage(), spentOutside()];
  const statuses = await Promise.all(Array.from({ length: PICTURES }, () => send(thief, picture)));
  const { user, system } = process.cpuUsage(from);
  const here = (user + system) / 10_000;
  const share = here / (here + spentOutside() - before);
  print(`${PICTURES} pictures of 50 megapixels of one account at once: read, and told to come again`, 'all, and another’s sign-in took 16 to 21 s', `${countOf(statuses, 200)}, ${countOf(statuses, 429)}`);
  print('share of the processor’s work for them that the process does which answers everybody', NOT_NOTED, `${Math.round(share * 100)} %`);
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([2, 6]);
  expect(share).toBeLessThan(0.5);
});

it('a picture is decoded once, however often it is tried to make it small enough', async () => {
  const [therapist, picture] = [await signInTherapist(test), await heavyPicture()];
  // The process that reads pictures is there.
  await send(therapist, await sharp(picture).resize(9).png().toBuffer());
  const [from, before] = [process.cpuUsage(), spentOutside()];
  await sharp(picture).resize(512, 512, { fit: 'inside' }).raw().toBuffer();
  const { user, system } = process.cpuUsage(from);
  expect(await send(therapist, picture)).toBe(200);
  const times = (spentOutside() - before) / ((user + system) / 10_000);
  print('how often the work of decoding it is spent on a picture of noise', NOT_NOTED, times.toFixed(1));
  expect(times).toBeLessThan(1.9);
});

it('an account sends twenty pictures an hour', async () => {
  const thief = await signInTherapist(test);
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } }).png().toBuffer();
  const statuses: number[] = [];
  for (let nth = 0; nth < 30; nth += 1) statuses.push(await send(thief, picture));
  print('30 pictures of one account within an hour, read', 'no limit', countOf(statuses, 200));
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([20, 10]);
});
