// What "fast" means here, as ratios: the built product against a minimal Nest + Express application and against bare node:http,
// all with the same SQL, the same headers and the same answers, in short interleaved rounds. Prints, never asserts.
//   npm run bench            about ten minutes
//   npm run bench -- --only=backend --against=<backend/dist of an earlier build>   this build against that one
//   node backend/bench/run.mjs --quick   fewer and shorter rounds, for work on the bench itself (needs the two variables)
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printAdminPages } from './admin.mjs';
import { benchAgainst } from './against.mjs';
import { printCrowd } from './crowd.mjs';
import { measureBoot } from './measure/boot.mjs';
import { compileReferences } from './measure/compile.mjs';
import { separateCores } from './measure/cores.mjs';
import { assertEqualAnswers, assertEqualBookings } from './measure/parity.mjs';
import { residentMegabytes } from './measure/process-cost.mjs';
import { formatCpu, formatRatio, printTable, verdict } from './measure/report.mjs';
import { measure } from './measure/rounds.mjs';
import { ServerProcess } from './measure/server-process.mjs';
import { printNotes } from './notes.mjs';
import { printReading } from './reading.mjs';
import { forgetHits } from './practice/database.mjs';
import { recordProduct } from './practice/record.mjs';
import { BookingRequests } from './practice/requests.mjs';
import { calendarScenarios, historyScenarios, measuredRequests, scenarios } from './practice/scenarios.mjs';
import { BUSY_BLOCKS } from './practice/seed.mjs';
import { setStage } from './practice/stage.mjs';

const QUICK = process.argv.includes('--quick');
const EARLIER = process.argv.find((argument) => argument.startsWith('--against='))?.slice('--against='.length);
const PLAN = QUICK ? { rounds: 6, roundMs: 300, warmUpUnits: 500 } : { rounds: 40, roundMs: 250, warmUpUnits: 5_000 };
const HISTORY_PLAN = QUICK ? { rounds: 6, roundMs: 150, warmUpUnits: 100 } : { rounds: 20, roundMs: 200, warmUpUnits: 400 };
const BOOKED_THERAPISTS = 16;
const MEMORY_TARGET_MB = 250;
const HISTORY_TARGET = 1.5;
const CALENDAR_TARGET = 1.3;
const KERNEL_TARGET_MS = 0.2;

async function main() {
  if (EARLIER !== undefined) return benchAgainst({ dist: EARLIER, plan: PLAN });
  const stage = await setStage({ bookedTherapists: BOOKED_THERAPISTS });
  const servers = [];
  const clear = async () => {
    for (const server of servers) await server.stop();
    await stage.clear();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void clear().finally(() => process.exit(1)));
  try {
    const bookings = new BookingRequests(stage.practices.booked);
    await announce(stage, bookings);
    const contenders = await startContenders(stage, servers);
    await assertEqualAnswers(measuredRequests(stage.practices), contenders);
    await assertEqualBookings(() => bookings.next(0), contenders);
    const cores = await separateCores(
      servers.map(({ pid }) => pid),
      process.env.TEST_DATABASE_ADMIN_URL,
    );
    console.log(`${cores.words}\n`);
    const results = [];
    const [attune, anew, nest, node] = contenders;
    for (const scenario of scenarios(stage.practices, bookings)) results.push(await measure(scenario, scenario.anew === undefined ? [attune, node, nest] : [attune, node, anew, nest], PLAN));
    printRatios(results);
    cores.release();
    await printHistory(stage, contenders[0]);
    await printCalendar(stage, contenders[0]);
    printKernel();
    printMemory(contenders);
    for (const server of servers) await server.stop();
    await printCrowd({ quick: QUICK });
    await printAdminPages({ quick: QUICK });
    await printNotes({ quick: QUICK });
    await printReading({ quick: QUICK });
    await printBoot(stage);
  } finally {
    await clear();
  }
}

async function announce(stage, bookings) {
  const recordingFile = stage.file('recording.json');
  const statements = await recordProduct({
    script: stage.apiScript,
    env: stage.env,
    logFile: stage.file('recorded.log'),
    statementsFile: stage.file('statements.jsonl'),
    recordingFile,
    practices: stage.practices,
    bookings,
  });
  const counts = Object.entries(statements).map(([name, list]) => `${name.replaceAll('_', ' ')} ${list.length}`);
  console.log(`Statements a request, recorded from the product and run by all three: ${counts.join(', ')}.\n`);
}

async function startContenders(stage, servers) {
  const compiled = compileReferences();
  const start = async (name, script, readyPath, env) => {
    const server = await ServerProcess.start({ script, env, readyPath, logFile: stage.file(`${name}.log`) });
    servers.push(server);
    return { name, server, beforeRound: () => forgetHits(stage.env.MIGRATION_DATABASE_URL) };
  };
  const reference = { NODE_ENV: 'production', DATABASE_URL: stage.env.DATABASE_URL, RECORDING_FILE: stage.file('recording.json'), PRODUCT_DIST: stage.dist };
  const profile = `/api/public/therapist/${stage.practices.dashboard.id}`;
  return [
    await start('attune', stage.apiScript, '/api/health/ready', stage.env),
    await start('anew', stage.apiScript, '/api/health/ready', { ...stage.env, PUBLIC_KEPT_MB: '0' }),
    await start('nest', join(compiled, 'minimal-nest/main.js'), profile, reference),
    await start('node', join(compiled, 'bare-http/main.js'), profile, reference),
  ];
}

/** The processor first: load and Postgres share cores with what is measured, and hide half of a rate. */
function printRatios(results) {
  const rows = [['beside bare node:http', 'CPU ratio [95 %]', 'rate ratio [95 %]', 'target', '', 'CPU each', 'node CPU', 'rate', 'CPU / minimal Nest']];
  for (const { scenario, medians, compare } of results) {
    const line = (name, product, target) => {
      const node = compare(product, 'node');
      const wanted = target === undefined ? ['', ''] : [`≥ ${target}`, verdict(node.rate.median, 'at least', target)];
      const own = [formatCpu(medians[product].cpu), formatCpu(medians.node.cpu), `${Math.round(medians[product].rate)}/s`, formatRatio(compare(product, 'nest').cpu)];
      rows.push([name, formatRatio(node.cpu), formatRatio(node.rate), ...wanted, ...own]);
    };
    if (scenario.anew === undefined) line(scenario.name, 'attune', scenario.target);
    else {
      line(`${scenario.name}, kept`, 'attune', scenario.target);
      line(`${scenario.name}, anew`, 'anew', scenario.anew);
    }
  }
  printTable(rows);
  console.log(`(medians of ${PLAN.rounds} interleaved rounds of ${PLAN.roundMs} ms; a CPU ratio below 1 means that the product needs less)\n`);
}

/** The same requests of two therapists, one with 100 times more bookings behind them; all on the product. */
async function printHistory(stage, { server }) {
  const rows = [['time with 100 × more history', 'ratio [95 %]', 'target', '']];
  for (const { name, long, short } of historyScenarios(stage.practices)) {
    const contenders = [
      { name: 'long', server, requestOf: long },
      { name: 'short', server, requestOf: short },
    ];
    const { compare } = await measure({ name, connections: 4, expectedStatus: 200, requestsPerUnit: 1 }, contenders, HISTORY_PLAN);
    const slower = compare('short', 'long').rate;
    rows.push([name, formatRatio(slower), `≤ ${HISTORY_TARGET}`, verdict(slower.median, 'at most', HISTORY_TARGET)]);
  }
  printTable(rows);
  console.log(`(medians of ${HISTORY_PLAN.rounds} interleaved pairs; 200 bookings of 20 clients against 20,000 of 2,000)\n`);
}

/** Free times of a therapist whose calendar has taken a lot, and of one where nothing is taken; both on the product. */
async function printCalendar(stage, { server }) {
  const rows = [[`free times with ${BUSY_BLOCKS} busy blocks`, 'time / none [95 %]', 'target', '']];
  for (const { name, full, without } of calendarScenarios(stage.practices)) {
    const contenders = [
      { name: 'full', server, requestOf: full },
      { name: 'without', server, requestOf: without },
    ];
    const { compare } = await measure({ name, connections: 4, expectedStatus: 200, requestsPerUnit: 1 }, contenders, HISTORY_PLAN);
    const slower = compare('without', 'full').rate;
    rows.push([name, formatRatio(slower), `≤ ${CALENDAR_TARGET}`, verdict(slower.median, 'at most', CALENDAR_TARGET)]);
  }
  printTable(rows);
  console.log(`(medians of ${HISTORY_PLAN.rounds} interleaved pairs)\n`);
}

function printKernel() {
  const { stdout, stderr, error } = spawnSync(process.execPath, [fileURLToPath(new URL('./kernel.bench.mjs', import.meta.url))], { encoding: 'utf8' });
  const lines = [...(stdout ?? '').matchAll(/^kernel · (.+?): ([\d.]+) ms/gm)];
  if (error || lines.length === 0) throw new Error(`the kernel bench did not run: ${error?.message ?? stderr}`);
  const rows = [['free-time kernel, 30 days, 30 busy blocks', 'CPU', 'target', '']];
  for (const [, name, ms] of lines) rows.push([name, `${ms} ms`, `≤ ${KERNEL_TARGET_MS} ms`, verdict(Number(ms), 'at most', KERNEL_TARGET_MS)]);
  printTable(rows);
  console.log('');
}

function printMemory(contenders) {
  const rows = [['memory after the load', 'resident', 'highest', 'target', '']];
  for (const [index, { name, server }] of contenders.entries()) {
    const memory = residentMegabytes(server.pid);
    const words = index === 0 ? [`≤ ${MEMORY_TARGET_MB} MB`, verdict(memory?.now, 'at most', MEMORY_TARGET_MB)] : ['', ''];
    rows.push([name, ...(memory ? [`${Math.round(memory.now)} MB`, `${Math.round(memory.highest)} MB`] : ['not told', '']), ...words]);
  }
  printTable(rows);
  console.log('');
}

async function printBoot(stage) {
  const { medianMs, slowestMs } = await measureBoot({ script: stage.apiScript, env: stage.env, logFile: stage.file('boot.log'), starts: QUICK ? 2 : 5 });
  console.log(`API process, start to ready: ${Math.round(medianMs)} ms (slowest ${Math.round(slowestMs)} ms)`);
}

main().catch((error) => {
  console.error(`The bench could not finish: ${error.stack ?? error}`);
  process.exitCode = 1;
});
