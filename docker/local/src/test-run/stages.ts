import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What one part of the run came to. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

export interface StageContext {
  root: string;
  /** A folder for reports. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Runs Node on a script with its output on the console; resolves to the exit code. */
export function runNode(context: StageContext, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: context.root, env: { ...context.env, ...env }, stdio: 'inherit' });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** All tests of one Jest configuration; a suite that does not even load counts as a failed test. */
export async function jestStage(context: StageContext, name: string, config: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  heading(name);
  const startedAt = Date.now();
  const report = join(context.folder, `${name.replaceAll(' ', '-')}.json`);
  rmSync(report, { force: true });
  if (!existsSync(join(context.root, config))) {
    console.error(`${config} is missing.`);
    return outcome(name, startedAt, { failed: 1 });
  }
  const jest = join(context.root, 'node_modules', 'jest', 'bin', 'jest.js');
  const code = await runNode(context, [jest, '-c', config, '--json', `--outputFile=${report}`, ...args], env);
  const result = readReport(report);
  if (result === null) return outcome(name, startedAt, { failed: 1 });
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return outcome(name, startedAt, {
    passed: result.numPassedTests,
    // Jest may also fail for a reason that no test shows, such as finding none.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: result.numPendingTests,
  });
}

/** A check that passes or fails as a whole: it counts as one test. */
export async function checkStage(name: string, check: () => Promise<boolean>): Promise<Outcome> {
  heading(name);
  const startedAt = Date.now();
  const isFine = await check().catch((error: unknown) => {
    console.error(error);
    return false;
  });
  console.log(`${name}: ${isFine ? 'passed' : 'failed'}`);
  return outcome(name, startedAt, isFine ? { passed: 1 } : { failed: 1 });
}

function heading(name: string): void {
  console.log(`\n--- ${name} ---`);
}

function outcome(name: string, startedAt: number, counts: Partial<Outcome>): Outcome {
  return { name, passed: 0, failed: 0, skipped: 0, ...counts, seconds: (Date.now() - startedAt) / 1_000 };
}

function readReport(path: string): JestReport | null {
  if (!existsSync(path)) return null;
  return JSON.parse(readFileSync(path, 'utf8')) as JestReport;
}
