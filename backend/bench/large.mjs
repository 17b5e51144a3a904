// One practice in a large installation against the same practice in an empty one: what its people and its visitors read may take 1.3 times as long.
//   npm run bench -- --only=large          fills a database with 5 million bookings first: 40 minutes, and some 15 GB
//   npm run bench -- --only=large --quick  a twentieth of it
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { formatCpu, formatRatio, printTable, verdict } from './measure/report.mjs';
import { measure } from './measure/rounds.mjs';
import { httpRequest } from './measure/load.mjs';
import { ServerProcess } from './measure/server-process.mjs';
import { addManyPractices, signInAdministrators } from './practice/admin-seed.mjs';
import { withClient } from './practice/database.mjs';
import { timeStatements } from './practice/record.mjs';
import { bookingSummary, firstPage, firstScreen, freeTimes, publicProfile, publicServices, scheduleOf } from './practice/requests.mjs';
import { seedPractices } from './practice/seed.mjs';
import { setStage } from './practice/stage.mjs';

const TARGET = 1.3;
const SIZES = { therapists: 10_000, bookings: 5_000_000, activities: 20_000_000 };
const QUICK_SIZES = { therapists: 500, bookings: 250_000, activities: 1_000_000 };
/** Rows that were written without the product get its marks at its first start. */
const ADOPTED_WITHIN_MS = 3_600_000;
const LARGEST = 12;

/** @param {{ quick: boolean }} options */
export async function printLarge({ quick }) {
  const sizes = quick ? QUICK_SIZES : SIZES;
  const plan = quick ? { rounds: 6, roundMs: 150, warmUpUnits: 100 } : { rounds: 30, roundMs: 250, warmUpUnits: 600 };
  const opened = [];
  try {
    const large = await openInstallation('large', sizes, opened);
    const empty = await openInstallation('empty', null, opened);
    await printSizes(large);
    await printReads([empty, large], plan, sizes);
    await printStatements([empty, large]);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

async function openInstallation(name, sizes, opened) {
  const started = performance.now();
  const stage = await setStage({ seed: (ownerUrl, encryptionKey) => seed(ownerUrl, encryptionKey, sizes) });
  opened.push(() => stage.clear());
  const seeded = performance.now();
  const server = await startServer(stage);
  opened.push(() => server.stop());
  const seconds = (from, to) => Math.round((to - from) / 1_000);
  console.log(`${name}: filled within ${seconds(started, seeded)} s, its first start took ${seconds(seeded, performance.now())} s`);
  return { name, stage, server, practices: stage.practices };
}

const startServer = ({ apiScript, env, file }) =>
  ServerProcess.start({ script: apiScript, env, readyPath: '/api/health/ready', logFile: file('api.log'), readyWithinMs: ADOPTED_WITHIN_MS });

async function seed(ownerUrl, encryptionKey, sizes) {
  if (sizes) await withClient(ownerUrl, (client) => addManyPractices(client, sizes));
  const practices = await seedPractices(ownerUrl, encryptionKey, { bookedTherapists: 1 });
  const administrators = await withClient(ownerUrl, (client) => signInAdministrators(client, encryptionKey));
  return { ...practices, administrators };
}

/** What is read of one practice, and the administrators' pages. */
function readsOf({ dashboard: therapist, administrators }) {
  const screen = firstScreen(therapist);
  const publicReads = [publicProfile(therapist), publicServices(therapist)];
  let turn = 0;
  const ofAdministrators = (path) => () => httpRequest('GET', `/api/admin/${path}`, { Cookie: administrators[turn++ % administrators.length] });
  return {
    "a therapist's first screen": { requests: screen.length, requestOf: (_, index) => screen[index % screen.length] },
    'a page of bookings (50)': { requestOf: () => firstPage(therapist) },
    'counts of bookings': { requestOf: () => bookingSummary(therapist) },
    'a week of the schedule': { requestOf: () => scheduleOf(7)(therapist) },
    'the public profile and services': { requests: 2, requestOf: (_, index) => publicReads[index % 2] },
    'free times, 30 days': { requestOf: () => freeTimes(therapist) },
    "an administrator's overview": { requestOf: ofAdministrators('dashboard') },
    'the activity log': { requestOf: ofAdministrators('activity') },
  };
}

async function printReads(installations, plan, sizes) {
  const rows = [['time of what one practice reads', 'ratio [95 %]', 'target', '', 'rate', 'processor of the API']];
  const reads = installations.map(({ practices }) => readsOf(practices));
  for (const [name, { requests = 1 }] of Object.entries(reads[0])) {
    const contenders = installations.map(({ name: whose, server }, index) => ({ name: whose, server, requestOf: reads[index][name].requestOf }));
    const { compare, medians } = await measure({ name, connections: 4, expectedStatus: 200, requestsPerUnit: requests, warmUpShare: 0.5 }, contenders, plan);
    const slower = compare('empty', 'large').rate;
    rows.push([name, formatRatio(slower), `≤ ${TARGET}`, verdict(slower.median, 'at most', TARGET), `${Math.round(medians.large.rate)}/s`, `${formatCpu(medians.large.cpu)} for ${requests === 1 ? 'a request' : `${requests} requests`}`]);
  }
  printTable(rows);
  const many = Object.entries(sizes).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  console.log(`(medians of ${plan.rounds} interleaved pairs; ${many.join(', ')} beside the practice against nothing beside it)\n`);
}

async function printSizes({ stage }) {
  const rows = await withClient(stage.env.MIGRATION_DATABASE_URL, async (client) => {
    const found = await client.query(
      `select relname, n_live_tup as rows, pg_table_size(relid) as rows_bytes, pg_indexes_size(relid) as indexes_bytes
       from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit $1`,
      [LARGEST],
    );
    const whole = await client.query('select pg_database_size(current_database()) as bytes');
    return [...found.rows, { relname: 'the whole database', rows: '', rows_bytes: whole.rows[0].bytes, indexes_bytes: 0 }];
  });
  const megabytes = (bytes) => `${Math.round(Number(bytes) / 1_048_576)} MB`;
  const each = ({ rows: count, rows_bytes: own, indexes_bytes: indexes }) => (Number(count) > 0 ? `${Math.round((Number(own) + Number(indexes)) / Number(count))} B` : '');
  printTable([
    ['size on disk', 'rows', 'rows take', 'indexes take', 'each'],
    ...rows.map((row) => [row.relname, row.rows === '' ? '' : Number(row.rows).toLocaleString('en'), megabytes(row.rows_bytes), megabytes(row.indexes_bytes), each(row)]),
  ]);
  console.log('');
}

/** Every statement of these reads on both databases, from its sending to its answer: which one grows first. */
async function printStatements(installations) {
  const timed = [];
  for (const { stage, server, practices } of installations) {
    await server.stop();
    const requests = Object.values(readsOf(practices)).flatMap(({ requests: count = 1, requestOf }) => Array.from({ length: count }, (_, index) => requestOf(0, index)));
    timed.push(await timeStatements({ script: stage.apiScript, env: stage.env, logFile: stage.file('timed.log'), statementsFile: stage.file('timed.jsonl'), requests }));
  }
  const [empty, large] = timed;
  const grown = [...large].filter(([name]) => empty.has(name)).map(([name, ms]) => ({ name, ms, by: ms / empty.get(name) }));
  grown.sort((a, b) => b.ms - b.ms / b.by - (a.ms - a.ms / a.by));
  printTable([
    ['statement that takes most more time', 'empty', 'large', 'ratio'],
    ...grown.slice(0, 8).map(({ name, ms, by }) => [name, `${(ms / by).toFixed(2)} ms`, `${ms.toFixed(2)} ms`, by.toFixed(2)]),
  ]);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) await printLarge({ quick: argv.includes('--quick') });
