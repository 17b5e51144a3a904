import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ChildProcess, fork } from 'node:child_process';
import type { NoteAnalysis } from './analysis';
import type { AnalysingAnswer } from './analysing-process';
import { AnalyseOptions, NoteAnalyser } from './note-analyser';

/** One that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 384;

/** The text could not be read within the time and memory that there is. */
export class TooMuchEffort extends Error {}

/**
 * The rule-based analyser in a process of its own: loading the language model takes a second and a note a tenth of one, in which this process
 * would neither give signs of life nor do other jobs. It has neither keys nor the environment, and is killed when a text takes too long.
 */
@Injectable()
export class AnalysingProcesses extends NoteAnalyser implements BeforeApplicationShutdown {
  protected readonly timeLimitMs: number = 60_000;
  private readonly logger = new Logger('analysis');
  private line: Promise<unknown> = Promise.resolve();
  private process: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  /** One text after the other. @throws TooMuchEffort */
  override analyse(text: string, { signal }: AnalyseOptions = {}): Promise<NoteAnalysis> {
    const turn = this.line.then(() => {
      signal?.throwIfAborted();
      return this.read(text);
    });
    this.line = turn.catch(() => undefined);
    return turn;
  }

  beforeApplicationShutdown(): void {
    this.letGo();
  }

  private async read(text: string): Promise<NoteAnalysis> {
    clearTimeout(this.idle);
    const process = (this.process ??= this.start());
    if (process.pid === undefined) throw new Error('There is no room for another process.');
    const limit = setTimeout(() => process.kill('SIGKILL'), this.timeLimitMs);
    const answer = await new Promise<AnalysingAnswer>((resolve) => {
      const died = (): void => resolve({ failed: true });
      process.once('exit', died);
      process.once('message', (told: AnalysingAnswer) => {
        process.off('exit', died);
        resolve(told);
      });
      process.send(text, () => undefined);
    });
    clearTimeout(limit);
    this.idle = setTimeout(() => this.letGo(), IDLE_MS).unref();
    if ('failed' in answer) throw new TooMuchEffort('A note could not be read by the rules.');
    return answer.analysis;
  }

  private start(): ChildProcess {
    const started = fork(require.resolve('./analysing-process'), [], {
      serialization: 'advanced',
      env: {},
      execArgv: [...process.execArgv, `--max-old-space-size=${MAX_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const gone = (reason: string): void => {
      if (this.process !== started) return;
      this.process = undefined;
      this.logger.warn(`the process that analyses notes ended: ${reason}`);
    };
    started.once('exit', (code, signal) => gone(signal ?? `code ${code}`));
    started.on('error', (error: NodeJS.ErrnoException) => gone(error.code ?? error.name));
    return started;
  }

  private letGo(): void {
    clearTimeout(this.idle);
    const { process } = this;
    this.process = undefined;
    process?.kill('SIGKILL');
  }
}
