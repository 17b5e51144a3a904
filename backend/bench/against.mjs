// This build against an earlier one: each on a database of its own with its own schema, in interleaved pairs. Prints, never asserts.
//   npm run bench -- --only=backend --against=/path/to/earlier/backend/dist [--quick]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureBoot } from './measure/boot.mjs';
import { separateCores } from './measure/cores.mjs';
import { residentMegabytes } from './measure/process-cost.mjs';
import { median } from './measure/ratio.mjs';
import { forgetHits } from './practice/database.mjs';
import { FRONT_ENDS } from './practice/front-ends.mjs';
import { firstScreenScenario, pageScenario } from './practice/scenarios.mjs';
import { formatCpu, formatRatio, printTable, verdict } from './measure/report.mjs';
import { measure } from './measure/rounds.mjs';
import { ServerProcess } from './measure/server-process.mjs';

const BOOKED_THERAPISTS = 16;
const TARGET = 0.97;
const WORKER_STARTS = 5;
const WORKER_SETTLES_MS = 5_000;

/**
 * The earlier build is filled by its own bench, which knows its tables and settings; the load and the rounds are these.
 * @param {{ dist: string, plan: { rounds: number, roundMs: number, warmUpUnits: number } }} options
 */
export async function benchAgainst({ dist, plan }) {
  if (!existsSync(join(dist, 'main.api.js'))) throw new Error(`There is no built backend in ${dist}.`);
  const builds = [];
  try {
    for (const [name, folder] of [['this', undefined], ['earlier', resolve(dist)]]) builds.push(await openBuild(name, folder));
    const cores = await separateCores(
      builds.map(({ server }) => server.pid),
      process.env.TEST_DATABASE_ADMIN_URL,
    );
    console.log(`${cores.words}\n`);
    await printRatios(builds, plan);
    cores.release();
    for (const { server } of builds) await server.stop();
    await printProcesses(builds);
  } finally {
    for (const { server, stage } of builds) {
      await server.stop();
      await stage.clear();
    }
  }
}

async function openBuild(name, dist) {
  const bench = dist ? pathToFileURL(`${resolve(dist, '../bench')}/`) : new URL('./', import.meta.url);
  const [{ setStage }, { BookingRequests }, { scenarios }] = await Promise.all(
    ['stage', 'requests', 'scenarios'].map((name) => import(new URL(`practice/${name}.mjs`, bench).href)),
  );
  const stage = await setStage({ bookedTherapists: BOOKED_THERAPISTS });
  const server = await ServerProcess.start({ script: stage.apiScript, env: { ...stage.env, ...FRONT_ENDS }, readyPath: '/api/health/ready', logFile: stage.file('api.log') });
  const ofBuild = scenarios(stage.practices, new BookingRequests(stage.practices.booked));
  // An earlier front end read the bookings for its first screen.
  const known = [...ofBuild, dist === undefined ? firstScreenScenario(stage.practices) : ofBuild.find(({ name }) => name.startsWith('dashboard'))];
  return { name, stage, server, scenarios: existsSync(FRONT_ENDS.SHELL_ORIGIN) ? [...known, pageScenario(stage.practices)] : known };
}

async function printRatios(builds, plan) {
  const rows = [['rate / earlier build', 'ratio [95 %]', 'target', '', 'CPU ratio [95 %]', 'CPU each', 'earlier CPU']];
  for (const [index, scenario] of builds[0].scenarios.entries()) {
    const contenders = builds.map((build) => ({
      name: build.name,
      server: build.server,
      requestOf: build.scenarios[index].requestOf,
      requestsPerUnit: build.scenarios[index].requestsPerUnit,
      beforeRound: () => forgetHits(build.stage.env.MIGRATION_DATABASE_URL),
    }));
    const { medians, compare } = await measure(scenario, contenders, plan);
    const { rate, cpu } = compare('this', 'earlier');
    rows.push([scenario.name, formatRatio(rate), `≥ ${TARGET}`, verdict(rate.median, 'at least', TARGET), formatRatio(cpu), formatCpu(medians.this.cpu), formatCpu(medians.earlier.cpu)]);
  }
  printTable(rows);
  console.log(`(medians of ${plan.rounds} interleaved pairs of ${plan.roundMs} ms)\n`);
}

async function printProcesses(builds) {
  const rows = [['processes', 'API start', 'worker start', 'worker memory at rest']];
  for (const { name, stage } of builds) {
    const boot = await measureBoot({ script: stage.apiScript, env: stage.env, logFile: stage.file('boot.log'), starts: WORKER_STARTS });
    const workers = [];
    for (let start = 0; start < WORKER_STARTS; start += 1) workers.push(await measureWorker(stage));
    const startMs = median(workers.map((worker) => worker.startMs));
    const megabytes = median(workers.map((worker) => worker.megabytes));
    rows.push([`${name} build`, `${Math.round(boot.medianMs)} ms`, `${Math.round(startMs)} ms`, `${Math.round(megabytes)} MB`]);
  }
  printTable(rows);
  console.log(`(medians of ${WORKER_STARTS} starts; memory ${WORKER_SETTLES_MS / 1_000} s after the start)`);
}

/** From the start of the process to "worker ready" in its log. */
async function measureWorker(stage) {
  const logFile = stage.file('worker.log');
  writeFileSync(logFile, '');
  const started = performance.now();
  const child = spawn('sh', ['-c', `exec "${process.execPath}" "${join(stage.dist, 'main.worker.js')}" > "${logFile}" 2>&1`], {
    env: { PATH: process.env.PATH ?? '', ...stage.env },
    stdio: 'ignore',
  });
  try {
    while (!readFileSync(logFile, 'utf8').includes('worker ready')) {
      if (child.exitCode !== null || performance.now() - started > 30_000) throw new Error(`the worker did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
      await new Promise((wake) => setTimeout(wake, 10));
    }
    const startMs = performance.now() - started;
    await new Promise((wake) => setTimeout(wake, WORKER_SETTLES_MS));
    return { startMs, megabytes: residentMegabytes(child.pid)?.now ?? Number.NaN };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
