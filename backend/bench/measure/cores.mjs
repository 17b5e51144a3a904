import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { withClient } from '../practice/database.mjs';

const SERVER_CORE = '0';
const OTHERS_CORE = '1';

/**
 * Gives the measured servers a core of their own, and puts the load and Postgres on another: else the scheduler moves all of them about, and
 * the same server compared with itself differs by several per cent. Only where Linux's `taskset` is there; otherwise nothing is moved.
 * @param {number[]} serverPids @param {string} adminUrl
 * @returns {Promise<{ words: string, release: () => void }>}
 */
export async function separateCores(serverPids, adminUrl) {
  const postgres = await postgresPids(adminUrl);
  const others = [process.pid, ...postgres];
  const isDone =
    availableParallelism() > 1 && postgres.length > 0 && serverPids.every((pid) => move(pid, SERVER_CORE)) && others.every((pid) => move(pid, OTHERS_CORE));
  const everywhere = `0-${availableParallelism() - 1}`;
  if (!isDone) for (const pid of [...serverPids, ...others]) move(pid, everywhere);
  return {
    words: isDone ? 'The measured servers have one core, the load and Postgres another.' : 'Servers, load and Postgres share all cores.',
    release: () => [...serverPids, ...others].forEach((pid) => move(pid, everywhere)),
  };
}

/** All threads of a process; those that it starts later stay with them. */
function move(pid, cores) {
  return spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' }).status === 0;
}

/** The process that starts Postgres's backends and those that are there, when it runs on this machine. */
function postgresPids(adminUrl) {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    try {
      const stat = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8');
      const postmaster = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(/\s+/);
      return [postmaster, ...children].filter((pid) => Number(pid) !== rows[0].pid).map(Number);
    } catch {
      return [];
    }
  });
}
