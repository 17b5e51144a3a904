import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time of a process so far, all threads, in microseconds; undefined where /proc does not tell.
 * @param {number} pid
 * @returns {number | undefined}
 */
export function cpuMicroseconds(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    return nanoseconds.reduce((sum, value) => sum + value, 0) / 1_000;
  } catch {
    return undefined;
  }
}

/**
 * Resident memory in megabytes, now and at its highest.
 * @param {number} pid
 * @returns {{ now: number, highest: number } | undefined}
 */
export function residentMegabytes(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
    return { now: field('VmRSS'), highest: field('VmHWM') };
  } catch {
    return undefined;
  }
}
