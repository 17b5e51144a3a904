// The administrator's pages of a large installation against the same pages with one screen of rows: the time may be 1.5 times as long.
//   npm run bench runs it with the rest; node backend/bench/admin.mjs [--quick] runs it alone (needs the two variables)
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { httpRequest } from './measure/load.mjs';
import { formatRatio, printTable, verdict } from './measure/report.mjs';
import { measure } from './measure/rounds.mjs';
import { ServerProcess } from './measure/server-process.mjs';
import { seedInstallation } from './practice/admin-seed.mjs';
import { withClient } from './practice/database.mjs';
import { exchange } from './practice/record.mjs';
import { setStage } from './practice/stage.mjs';

const TARGET = 1.5;
const SIZES = {
  large: { therapists: 5_000, bookings: 200_000, activities: 1_000_000 },
  screen: { therapists: 50, bookings: 50, activities: 50 },
};
const QUICK_SIZES = { ...SIZES, large: { therapists: 1_000, bookings: 20_000, activities: 50_000 } };
const PAGES = {
  overview: 'dashboard',
  therapists: 'therapists',
  'therapists, active ones': 'therapists?status=active&limit=40',
  'therapists, a search that finds one': 'therapists?q=therapist49%40',
  'therapists, a search that finds nearly all': 'therapists?q=e',
  activity: 'activity',
  'activity, one action': 'activity?action=login&limit=10',
  'activity, one kind of user': 'activity?user_type=client&limit=10',
  analytics: 'analytics',
  'failed jobs': 'jobs',
};

/** @param {{ quick: boolean }} options */
export async function printAdminPages({ quick }) {
  const plan = quick ? { rounds: 6, roundMs: 150, warmUpUnits: 100 } : { rounds: 20, roundMs: 200, warmUpUnits: 400 };
  const opened = [];
  try {
    const contenders = [];
    for (const [name, sizes] of Object.entries(quick ? QUICK_SIZES : SIZES)) contenders.push(await openInstallation(name, sizes, opened));
    await printPages(contenders, plan, (quick ? QUICK_SIZES : SIZES).large);
    await printRecount(contenders);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

/** Rows that were written without the product get its marks at its first start. */
const ADOPTED_WITHIN_MS = 300_000;

async function openInstallation(name, sizes, opened) {
  const stage = await setStage({ seed: (ownerUrl, encryptionKey) => seedInstallation(ownerUrl, encryptionKey, sizes) });
  opened.push(() => stage.clear());
  const server = await ServerProcess.start({ script: stage.apiScript, env: stage.env, readyPath: '/api/health/ready', logFile: stage.file('api.log'), readyWithinMs: ADOPTED_WITHIN_MS });
  opened.push(() => server.stop());
  return { name, server, url: stage.env.DATABASE_URL, cookies: stage.practices.cookies };
}

const pageOf = (path, cookie) => httpRequest('GET', `/api/admin/${path}`, { Cookie: cookie });

/** The administrators in turn. */
function inTurn(path, cookies) {
  const requests = cookies.map((cookie) => pageOf(path, cookie));
  let turn = 0;
  return () => requests[turn++ % requests.length];
}

async function printPages(contenders, plan, sizes) {
  const rows = [['time of an administrator’s page', 'ratio [95 %]', 'target', '', 'rate']];
  for (const [name, path] of Object.entries(PAGES)) {
    const asked = contenders.map((contender) => ({ ...contender, requestOf: inTurn(path, contender.cookies) }));
    const { compare, medians } = await measure({ name, connections: 4, expectedStatus: 200, requestsPerUnit: 1 }, asked, plan);
    const slower = compare('screen', 'large').rate;
    rows.push([name, formatRatio(slower), `≤ ${TARGET}`, verdict(slower.median, 'at most', TARGET), `${Math.round(medians.large.rate)}/s`]);
  }
  printTable(rows);
  const many = Object.entries(sizes).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  console.log(`(medians of ${plan.rounds} interleaved pairs; ${many.join(', ')} against one screen of each)\n`);
}

/** What the one request pays that finds no figures younger than 60 seconds. */
async function printRecount(contenders) {
  const times = [];
  for (const { name, server, url, cookies } of contenders) {
    const samples = [];
    for (let round = 0; round < 5; round += 1) {
      await withClient(url, (client) => client.query('delete from practice_totals'));
      const started = performance.now();
      await exchange(server.port, pageOf('dashboard', cookies[0]));
      samples.push(performance.now() - started);
    }
    times.push(`${name} ${Math.round(samples.sort((a, b) => a - b)[2])} ms`);
  }
  console.log(`counting the figures anew, which the worker does every 30 seconds: ${times.join(', ')}\n`);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  printAdminPages({ quick: argv.includes('--quick') }).catch((error) => {
    console.error(`The bench could not finish: ${error.stack ?? error}`);
    process.exitCode = 1;
  });
}
