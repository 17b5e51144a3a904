import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
const GUESSES = FULL ? 10_000 : 1_000;
const ROUNDS = FULL ? 1_000 : 100;
const TRIES = 5;
const MINUTE_MS = 60_000;
const HOURS = 8;

jest.setTimeout(20 * MINUTE_MS);

let test: TestApp;
let client: SignedInClient;

beforeAll(async () => {
  test = await startTestApp();
  client = await signInClient(test);
});
afterAll(() => test.close());

/** Numbers that are the same in every run. */
function* seeded(seed: number): Generator<string> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield String(state % 1_000_000).padStart(6, '0');
  }
}

/** A code for a browser of its own; the clock moves on so that every code goes out. */
async function freshCode(): Promise<{ browser: ClientBrowser; code: string }> {
  test.clock.advance(7 * MINUTE_MS);
  const browser = await ClientBrowser.open(test);
  await browser.login(client.email).expect(202);
  return { browser, code: await mailedCode(test, client.email) };
}

const guess = async (browser: ClientBrowser, code: string): Promise<number> => (await browser.verify({ email: client.email, code })).status;

it(`0 of ${GUESSES} guesses of a code succeed in a night of ${HOURS} hours, with as many browsers as it takes`, async () => {
  const numbers = seeded(20_261_121);
  const browsers = GUESSES / TRIES;
  let [succeeded, refused] = [0, 0];
  for (let n = 0; n < browsers; n += 1) {
    const browser = await ClientBrowser.open(test);
    expect((await browser.login(client.email)).status).toBe(202);
    const guesses = Array.from({ length: TRIES }, () => numbers.next().value as string);
    // Every other browser guesses in parallel.
    const statuses = n % 2 ? await Promise.all(guesses.map((code) => guess(browser, code))) : await inTurn(guesses, (code) => guess(browser, code));
    succeeded += statuses.filter((status) => status === 200).length;
    refused += statuses.filter((status) => status === 401).length;
    if ((n + 1) % Math.ceil(browsers / HOURS) === 0) test.clock.advance(61 * MINUTE_MS);
  }
  process.stdout.write(`    guesses: ${GUESSES}, refused ${refused}, succeeded ${succeeded}\n`);
  expect({ succeeded, refused }).toEqual({ succeeded: 0, refused: GUESSES });
});

it(`a code used twice is refused ${ROUNDS} of ${ROUNDS}`, async () => {
  const statuses = await repeat(ROUNDS, async () => {
    const { browser, code } = await freshCode();
    expect(await guess(browser, code)).toBe(200);
    return guess(browser, code);
  });
  expect(refusedOf(statuses)).toBe(ROUNDS);
});

it(`another browser's code is refused ${ROUNDS} of ${ROUNDS}, also in a browser that asked for its own`, async () => {
  const statuses = await repeat(ROUNDS, async (round) => {
    const { code } = await freshCode();
    const other = await ClientBrowser.open(test);
    if (round % 2) {
      await other.login(client.email).expect(202);
      if ((await mailedCode(test, client.email)) === code) return 401;
      test.clock.advance(7 * MINUTE_MS);
    }
    return guess(other, code);
  });
  expect(refusedOf(statuses)).toBe(ROUNDS);
});

it(`a late code is refused ${ROUNDS} of ${ROUNDS}`, async () => {
  const statuses = await repeat(ROUNDS, async () => {
    const { browser, code } = await freshCode();
    test.clock.advance(10 * MINUTE_MS);
    return guess(browser, code);
  });
  expect(refusedOf(statuses)).toBe(ROUNDS);
});

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

const repeat = (times: number, work: (round: number) => Promise<number>): Promise<number[]> => inTurn(Array.from({ length: times }, (_, round) => round), work);

function refusedOf(statuses: readonly number[]): number {
  return statuses.filter((status) => status === 401).length;
}
