import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from './pids';
import type { PartLog } from './part-log';

export interface ProcessOptions {
  name: string;
  script: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  log: PartLog;
  /** Told after each (re)start, for the file that names what runs. */
  onStart?(pid: number): void;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const STEADY_AFTER_MS = 30_000;

/** A Node process of ours that is started again, with growing pauses, when it ends without being asked to. */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private wanted = false;
  private pause = FIRST_PAUSE_MS;
  /** How often it ended by itself; a start that never becomes ready shows here. */
  unexpectedEnds = 0;

  constructor(private readonly options: ProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  get log(): PartLog {
    return this.options.log;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  start(): void {
    this.wanted = true;
    if (this.child === null) this.launch();
  }

  async stop(): Promise<void> {
    this.wanted = false;
    const pid = this.pid;
    if (pid !== null) await endProcess(pid, 'SIGTERM', 10_000);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.child = null;
    this.start();
  }

  /** Ends it the hard way, as a crash would; it comes back by itself. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.child?.kill(signal);
  }

  private launch(): void {
    const { script, cwd, env, log } = this.options;
    const startedAt = Date.now();
    // Detached: Ctrl-C reaches the whole process group, and the launcher alone decides the order of stopping.
    const child = spawn(process.execPath, [script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    log.follow(child.stdout, false);
    log.follow(child.stderr, true);
    child.once('error', (error) => log.note(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      if (this.child !== child) return;
      this.child = null;
      if (!this.wanted) return;
      this.unexpectedEnds += 1;
      if (Date.now() - startedAt > STEADY_AFTER_MS) this.pause = FIRST_PAUSE_MS;
      log.note(`ended unexpectedly (${signal ?? `code ${code}`}), starting again in ${this.pause} ms`);
      void this.launchLater();
    });
    if (child.pid !== undefined) this.options.onStart?.(child.pid);
  }

  private async launchLater(): Promise<void> {
    const pause = this.pause;
    this.pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    await sleep(pause, undefined, { ref: false });
    if (this.wanted && this.child === null) this.launch();
  }
}
