import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { LaunchError } from '../process/launch-error';
import type { PartLog } from '../process/part-log';

interface OneOff {
  script: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: PartLog;
  signal?: AbortSignal;
}

/** Runs a script to its end and gives back what it printed; a failure is told with its last lines. */
export function runOnce({ script, cwd, env, log, signal }: OneOff): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    log.follow(child.stdout, false);
    log.follow(child.stderr, true);
    child.once('error', reject);
    child.once('close', (code, signalName) => {
      if (code === 0) resolve(output);
      else reject(new LaunchError(`${basename(script)} failed (${signalName ?? `code ${code}`}). Its log is ${log.path}\n${log.tail()}`));
    });
  });
}
