// What a visitor's browser goes through, as figures with their targets: the weight of the booking page, the price of
// federation on a slow line, Lighthouse's opinion, how soon `npm start` answers, and the frames of a therapist's long screens. Prints, never asserts.
//   npm run bench -- --only=e2e
//   npm run bench -- --only=e2e --parts=lighthouse --product=<checkout of an earlier build>   the same pages of that one
//   npm run bench -- --only=e2e --parts=tap --earlier=<checkout>   this product and that one, in turns, on a slow phone
//   CHROMIUM_PATH=… node frontends/e2e/bench/run.mjs --quick [--parts=weight,federation,lighthouse,hydration,start,frames] [--list]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { compareWithEarlier } from './measure/earlier-build.mjs';
import { compareWithSingleBuild } from './measure/federation-price.mjs';
import { watchFrames } from './measure/frames.mjs';
import { watchTakingOver } from './measure/hydration.mjs';
import { judgeAsPhone, judgeOthers } from './measure/lighthouse-scores.mjs';
import { weighBookingPage } from './measure/page-weight.mjs';
import { Report } from './measure/report.mjs';
import { timeStart } from './measure/start-time.mjs';
import { buildWithoutFederation, copyUndrawn } from './single-bundle/build.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const QUICK = process.argv.includes('--quick');
const LIST = process.argv.includes('--list');
const PARTS = process.argv.find((arg) => arg.startsWith('--parts='))?.slice('--parts='.length).split(',') ?? ['weight', 'federation', 'tap', 'lighthouse', 'hydration', 'start', 'frames'];
const PAIRS = QUICK ? 6 : 24;
const LIGHTHOUSE_RUNS = QUICK ? 1 : 9;
const OTHER_PAGES_RUNS = QUICK ? 1 : 3;
const checkout = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const PRODUCT = checkout('product') ?? ROOT;
const EARLIER = checkout('earlier');
const MEMORY_TARGET_MB = 250;
const DEFAULT_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const stackOf = (product) => createRequire(import.meta.url)(join(product, 'docker/local/dist/stack/forked-stack.js')).forkStack;
const executablePath = process.env.CHROMIUM_PATH;
const args = process.env.CHROMIUM_ARGS ? JSON.parse(process.env.CHROMIUM_ARGS) : DEFAULT_ARGS;

async function main() {
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the benches through `npm run bench`.');
  const folder = mkdtempSync(join(tmpdir(), 'attune-page-bench-'));
  const report = new Report();
  // First, while nothing else runs.
  if (PARTS.includes('start')) await timeStart(report, ROOT);
  const stacks = [];
  const start = async (options, product = PRODUCT) => {
    const stack = await stackOf(product)(options);
    stacks.push(stack);
    return stack;
  };
  try {
    const product = await start({});
    const path = `/t/${product.demo.slug}`;
    if (PARTS.includes('lighthouse')) {
      const run = { chromium: executablePath, args };
      await judgeAsPhone(report, { ...run, address: product.url + path, runs: LIGHTHOUSE_RUNS });
      const visitors = ['/', '/pricing'].map((page) => ({ page }));
      const signedIn = await withBrowser(async (browser) => [
        { page: '/dashboard', cookie: await signInTherapist(browser, product.url) },
        { page: '/client/dashboard', cookie: await signInClient(browser, product.url) },
      ]);
      const pages = [...visitors, ...signedIn].flatMap(({ page, cookie }) => [false, true].map((warm) => ({ ...run, name: `${page}, ${warm ? 'warm' : 'cold'}`, address: product.url + page, cookie, warm, runs: OTHER_PAGES_RUNS })));
      await judgeOthers(report, pages);
    }
    if (PARTS.includes('weight')) await withBrowser((browser) => weighBookingPage(browser, report, { url: product.url, path, list: LIST }));
    if (PARTS.includes('hydration')) await withBrowser((browser) => watchTakingOver(browser, report, product));
    if (PARTS.includes('frames')) await withBrowser((browser) => watchFrames(browser, report, product));
    if (PARTS.includes('tap') && EARLIER) {
      const earlier = await start({}, EARLIER);
      await withBrowser((browser) => compareWithEarlier(browser, report, { product: product.url + path, earlier: `${earlier.url}/t/${earlier.demo.slug}`, pairs: PAIRS }));
    }
    if (PARTS.includes('federation')) {
      await buildWithoutFederation(join(folder, 'single'));
      copyUndrawn(join(folder, 'federated'));
      const single = await start({ frontends: join(folder, 'single') });
      const federated = await start({ frontends: join(folder, 'federated') });
      await withBrowser((browser) => compareWithSingleBuild(browser, report, { federated: federated.url, single: single.url, path, pairs: PAIRS }));
    }
    reportMemory(report, product.apiPid);
  } finally {
    for (const stack of stacks) await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  report.print();
}

/** @returns the cookies of the demo's therapist */
async function signInTherapist(browser, url) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'For Therapists' }).click();
  await page.getByRole('button', { name: 'Demo therapist' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return cookiesOf(context);
}

/** @returns the cookies of somebody who has just registered */
async function signInClient(browser, url) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/client/login');
  const statuses = await page.evaluate(async (email) => {
    const post = async (path, body) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
      const headers = { 'Content-Type': 'application/json', ...(token && { 'X-XSRF-TOKEN': decodeURIComponent(token) }) };
      return (await fetch(path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) })).status;
    };
    return [await post('/api/auth/client/register', { email, name: 'Bench Client' }), await post(`/api/auth/client/login?email=${encodeURIComponent(email)}`)];
  }, `bench-${Date.now()}@example.org`);
  if (statuses.some((status) => status >= 300)) throw new Error(`a client could not register and sign in: ${statuses.join(', ')}`);
  await page.goto('/client/dashboard');
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return cookiesOf(context);
}

async function cookiesOf(context) {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function withBrowser(work) {
  const browser = await chromium.launch({ executablePath, args, headless: true });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Resident memory of the API after all this, where the system tells. */
function reportMemory(report, pid) {
  report.section('The API process after this bench');
  try {
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    report.figure('resident memory', kilobytes / 1024, { atMost: MEMORY_TARGET_MB, unit: 'MB' });
  } catch {
    report.words('resident memory', 'not told by this system');
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
