import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

const LOOK_AT_MEMORY_EVERY_MS = 25;
/** In a thread: what takes the memory may leave the others no turn. At once: an orderly exit would wait for what is at work. */
const WATCH = `const { maxMemory, everyMs } = require('node:worker_threads').workerData;
setInterval(() => { if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL'); }, everyMs);`;

/**
 * What a `LimitedChild` runs: it answers one question after the other until its parent ends it or is gone, and ends itself when it takes
 * more memory than the first argument says.
 * @param answer never throws
 */
export function serve<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  const maxMemory = Number(process.argv[2]);
  // Everybody else's work comes first; threads that are made by this one are as patient.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // The process lives as long as the one that asks, however that ends; Ctrl-C reaches both, and that one decides.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const watched = once(new Worker(WATCH, { eval: true, execArgv: [], workerData: { maxMemory, everyMs: LOOK_AT_MEMORY_EVERY_MS } }), 'online');
  process.on('message', (question: Question) => void watched.then(() => answer(question)).then((told) => process.send?.(told)));
}
