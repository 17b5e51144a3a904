import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LaunchError, reasonOf } from './process/launch-error';
import { startTestServices, type TestServices } from './services';
import { findChromium, type TestBrowser } from './test-run/chromium';
import { contractIsCurrent } from './test-run/contract-check';
import { checkStage, jestStage, runNode, type Outcome, type StageContext } from './test-run/stages';
import { testEnvironment } from './test-run/test-environment';

const ROOT = resolve(__dirname, '..', '..', '..');
const WHICH = ['test', 'e2e', 'proof', 'bench'] as const;
type Which = (typeof WHICH)[number];
const PARTS = ['backend', 'frontends', 'local', 'contract', 'lint', 'typecheck', 'e2e', 'large', 'notes', 'reading', 'handwriting', 'transcription'];

interface Run {
  which: Which;
  /** Parts asked for with --only=backend,e2e; empty means all. */
  only: string[];
  /** Given on to Jest: patterns and its own options. */
  jestArgs: string[];
  services: TestServices;
  context: StageContext;
  browser: TestBrowser | null;
}

/** `node docker/local/dist/run-tests.js <test|e2e|proof|bench> [--only=part,part] [jest arguments]` */
async function main(): Promise<number> {
  const [which, ...args] = process.argv.slice(2);
  if (!isWhich(which)) throw new LaunchError(`Usage: run-tests.js ${WHICH.join('|')} [--only=${PARTS.join(',')}] [jest arguments]`);
  const only = args.flatMap((arg) => (arg.startsWith('--only=') ? arg.slice('--only='.length).split(',') : []));
  const unknown = only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new LaunchError(`There is no part "${unknown}". Parts: ${PARTS.join(', ')}`);
  const services = await startTestServices({ durable: which === 'bench' });
  const run: Run = {
    which,
    only,
    jestArgs: args.filter((arg) => !arg.startsWith('--only=')),
    services,
    context: { root: ROOT, folder: services.folder, env: { ...testEnvironment(process.env), ...services.env } },
    browser: null,
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void services.stop().finally(() => process.exit(130)));
  }
  try {
    const outcomes = await stages(run);
    return summarise(run, outcomes);
  } finally {
    await services.stop();
  }
}

function isWhich(text: string | undefined): text is Which {
  return WHICH.some((which) => which === text);
}

async function stages(run: Run): Promise<Outcome[]> {
  if (run.which === 'proof') return [await jestStage(run.context, 'proof', 'backend/jest.proof.config.cjs', run.jestArgs, { PROOF: 'full' })];
  if (run.which === 'bench') return benches(run);
  if (run.which === 'e2e') return [await journeys(run)];
  return allTests(run);
}

async function allTests(run: Run): Promise<Outcome[]> {
  const { context, jestArgs } = run;
  const isNarrowed = jestArgs.length > 0;
  const jest = (name: string, config: string): Promise<Outcome> =>
    jestStage(context, name, config, isNarrowed ? [...jestArgs, '--passWithNoTests'] : []);
  const bin = (...path: string[]): string => join(ROOT, 'node_modules', ...path);
  const typecheck = [bin('nx', 'dist', 'bin', 'nx.js'), 'run-many', '-t', 'typecheck', '--parallel=2', '--outputStyle=static'];
  const all: [string, () => Promise<Outcome>][] = [
    ['backend', () => jest('backend', 'backend/jest.config.cjs')],
    ['frontends', () => jest('frontends', 'frontends/jest.config.cjs')],
    ['local', () => jest('local stack', 'docker/local/jest.config.cjs')],
    ['contract', () => checkStage('contract', () => contractIsCurrent(context))],
    ['lint', () => checkStage('lint and boundaries', async () => (await runNode(context, [bin('eslint', 'bin', 'eslint.js'), '.'])) === 0)],
    ['typecheck', () => checkStage('types', async () => (await runNode(context, typecheck)) === 0)],
    ['e2e', () => journeys(run, isNarrowed)],
  ];
  const outcomes: Outcome[] = [];
  for (const [part, work] of all) {
    const isCheck = part === 'contract' || part === 'lint' || part === 'typecheck';
    const isWanted = run.only.length > 0 ? run.only.includes(part) : !(isNarrowed && isCheck);
    if (isWanted) outcomes.push(await work());
  }
  return outcomes;
}

/** Journeys start products of their own and need a browser; without one that is a failed test, and the reason is shown. */
async function journeys(run: Run, isNarrowed = false): Promise<Outcome> {
  const env = await browserEnvironment(run).catch((error: unknown) => {
    console.error(`\n${reasonOf(error)}`);
    return null;
  });
  if (env === null) return { name: 'journeys', passed: 0, failed: 1, skipped: 0, seconds: 0 };
  const args = isNarrowed ? [...run.jestArgs, '--passWithNoTests'] : run.jestArgs;
  return jestStage(run.context, 'journeys', 'frontends/e2e/jest.config.cjs', args, env);
}

async function browserEnvironment(run: Run): Promise<Record<string, string>> {
  run.browser ??= await findChromium(join(run.services.folder, 'chromium'));
  return { CHROMIUM_PATH: run.browser.path };
}

async function benches(run: Run): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const bench = (name: string, script: string, env: Record<string, string>): Promise<Outcome> =>
    checkStage(name, async () => existsSync(join(ROOT, script)) && (await runNode(run.context, [script, ...run.jestArgs], env)) === 0);
  if (run.only.length === 0 || run.only.includes('backend')) outcomes.push(await bench('backend bench', 'backend/bench/run.mjs', {}));
  for (const part of ['large', 'notes', 'reading', 'handwriting', 'transcription']) if (run.only.includes(part)) outcomes.push(await bench(`${part} bench`, `backend/bench/${part}.mjs`, {}));
  if (run.only.length === 0 || run.only.includes('e2e')) {
    outcomes.push(await bench('page bench', 'frontends/e2e/bench/run.mjs', await browserEnvironment(run)));
  }
  return outcomes;
}

/** The table, the engines, and as the last line what a script reads. */
function summarise(run: Run, outcomes: Outcome[]): number {
  const sum = (pick: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  console.log('\n');
  for (const { name, passed, failed, skipped, seconds } of outcomes) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped > 0 ? ` ${skipped} skipped` : ''}`;
    console.log(`${name.padEnd(22)}${counts}  ${seconds.toFixed(1)} s`);
  }
  const browser = run.browser === null ? 'no browser needed' : `Chromium ${run.browser.version} (${run.browser.source})`;
  console.log(`Engines: PostgreSQL ${run.services.postgres.version}, ${run.services.queueEngine}, ${browser}, Node ${process.versions.node}`);
  const failed = sum((outcome) => outcome.failed);
  console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    console.error(`\n${reasonOf(error)}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  });
