import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPostgres, traversableFolder } from '../postgres/server';
import { commandLine, isAlive } from '../process/pids';
import { endRedis } from '../redis/server';

const PREFIX = 'attune-test-';

/** A temporary folder that names its process, so that a later run can clear away what a killed one left. */
export function makeRunFolder(): string {
  const folder = traversableFolder(mkdtempSync(join(tmpdir(), PREFIX)));
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: process.pid, command: commandLine(process.pid) }));
  return folder;
}

/** Ends the servers and removes the folders of runs whose process is gone. */
export async function clearAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    if (isAbandoned(folder)) await removeRunFolder(folder);
  }
}

/** Ends what still runs from this folder, then removes it. */
export async function removeRunFolder(folder: string): Promise<void> {
  for (const home of [folder, join(folder, 'stack')]) {
    await endPostgres(join(home, 'postgres'));
    await endRedis(join(home, 'redis'));
  }
  rmSync(folder, { recursive: true, force: true });
}

function isAbandoned(folder: string): boolean {
  const file = join(folder, 'owner.json');
  if (!existsSync(file) || statSync(file).uid !== process.getuid?.()) return false;
  try {
    const { pid, command } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; command: string };
    return !isAlive(pid) || commandLine(pid) !== command;
  } catch {
    return false;
  }
}
