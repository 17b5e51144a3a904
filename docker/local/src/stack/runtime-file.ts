import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../process/launch-error';
import { commandLine, endProcess, isAlive, waitUntilGone } from '../process/pids';

interface RunningPart {
  pid: number;
  /** A piece of its command line, by which a reused process id is told apart; without one the part looks after its own leftovers. */
  command?: string;
  port?: number;
}

export interface RuntimeState {
  launcher: RunningPart;
  url: string;
  /** It is on its way out: a new start waits for it. */
  stopping?: boolean;
  parts: Record<string, RunningPart>;
}

const STOPPING_TAKES_MS = 30_000;

/** `runtime.json` in the data folder: what runs here, so that a second start can tell a living stack from a killed one's leftovers. */
export class RuntimeFile {
  private readonly path: string;
  private readonly state: RuntimeState;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'runtime.json');
    const command = commandLine(process.pid);
    this.state = { launcher: { pid: process.pid, command }, url: '', parts: {} };
  }

  /** Refuses when a stack already runs on this data folder; ends what a killed launcher left behind. */
  async claim(): Promise<void> {
    const last = read(this.path);
    if (last !== null) {
      if (last.stopping === true && isThe(last.launcher)) await waitUntilGone(last.launcher.pid, STOPPING_TAKES_MS);
      if (last.launcher.pid !== process.pid && isThe(last.launcher)) {
        const where = last.url === '' ? 'and is still starting' : `at ${last.url}`;
        throw new LaunchError(
          `Attune already runs from this folder ${where} (process ${last.launcher.pid}). Stop it first, or set DATA_DIR to start a second one.`,
        );
      }
      await Promise.all(Object.values(last.parts).filter(isThe).map((part) => endProcess(part.pid, 'SIGTERM', 5_000)));
    }
    this.save();
  }

  setUrl(url: string): void {
    this.state.url = url;
    this.save();
  }

  setPart(name: string, part: RunningPart): void {
    this.state.parts[name] = part;
    this.save();
  }

  setStopping(): void {
    this.state.stopping = true;
    this.save();
  }

  release(): void {
    rmSync(this.path, { force: true });
  }

  private save(): void {
    writeFileSync(`${this.path}.new`, `${JSON.stringify(this.state, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }
}

function isThe(part: RunningPart): boolean {
  return part.command !== undefined && isAlive(part.pid) && commandLine(part.pid).includes(part.command);
}

function read(path: string): RuntimeState | null {
  if (!existsSync(path)) return null;
  try {
    const state = JSON.parse(readFileSync(path, 'utf8')) as Partial<RuntimeState>;
    return state.launcher === undefined || state.parts === undefined ? null : { url: '', ...state, launcher: state.launcher, parts: state.parts };
  } catch {
    return null;
  }
}
