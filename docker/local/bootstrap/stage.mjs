import { spawn } from 'node:child_process';

/** A reason to stop that a person can act on; printed without a stack. */
export class Sorry extends Error {}

const REMIND_AFTER_MS = 15_000;

/** Runs a program as one stage: a line when it begins, one when it is done, its output only when it fails. */
export async function stage(title, program, args, options) {
  const startedAt = Date.now();
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1);
  const isTerminal = process.stdout.isTTY === true;
  const show = (text) => process.stdout.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`);
  show(`${title} ...`);
  const timer = setInterval(() => show(`${title} ... ${Math.round((Date.now() - startedAt) / 1000)} s`), isTerminal ? 1_000 : REMIND_AFTER_MS);
  const { code, output } = await run(program, args, options);
  clearInterval(timer);
  if (code !== 0) {
    show(`${title}: failed after ${seconds()} s`);
    throw new Sorry(`${output.trim()}\n\n${title} failed; what it printed is above.`);
  }
  show(`${title}: done in ${seconds()} s`);
  if (isTerminal) process.stdout.write('\n');
}

function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${program} could not be started: ${error.message}` }));
    child.on('close', (code, signal) => {
      // Ctrl-C during a stage: the child got it too, there is nothing to explain.
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}
