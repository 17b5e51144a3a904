import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 25;
/**
 * In a thread: what takes the memory or the processor may leave the others no turn. At once: an orderly exit would wait for what is at work.
 * It is told when a question begins and ends.
 */
const WATCH = `const { workerData: { maxMemory, maxCpuMs, everyMs }, parentPort } = require('node:worker_threads');
let begun;
parentPort.on('message', (isAtWork) => { begun = isAtWork ? process.cpuUsage() : undefined; });
const spentMs = ({ user, system }) => (user + system) / 1000;
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory || (begun && spentMs(process.cpuUsage(begun)) > maxCpuMs)) process.kill(process.pid, 'SIGKILL');
}, everyMs);`;

/**
 * What a `LimitedChild` runs: it answers one question after the other until its parent ends it or is gone, and ends itself when it takes
 * more memory than the first argument says, or for one question more time of the processor, in milliseconds, than the second.
 * @param answer never throws
 */
export function serve<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  const [maxMemory, maxCpuMs = Infinity] = process.argv.slice(2, 4).map(Number);
  // Everybody else's work comes first; threads that are made by this one are as patient.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // The process lives as long as the one that asks, however that ends; Ctrl-C reaches both, and that one decides.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const watch = new Worker(WATCH, { eval: true, execArgv: [], workerData: { maxMemory, maxCpuMs, everyMs: LOOK_EVERY_MS } });
  const watched = once(watch, 'online');
  const reply = async (question: Question): Promise<void> => {
    await watched;
    watch.postMessage(true);
    const told = await answer(question);
    watch.postMessage(false);
    process.send?.(told);
  };
  process.on('message', (question: Question) => void reply(question));
}
