import { ChildProcess, fork } from 'node:child_process';

/** What a {@link LimitedChild} runs, and within which limits. */
export interface ChildOptions {
  /** The file that the process runs; it calls `serve` of `limited-child-process`. */
  script: string;
  /** Of the whole process, in bytes. */
  maxMemory: number;
  /** Of that, what its JavaScript may hold. */
  maxHeapMb: number;
  /** Of the processor, for one question: what the machine does beside that is not counted. */
  maxCpuMs?: number;
  /** One that has had nothing to do for so long gives its memory back. */
  idleMs: number;
  /** Hears why it ended by itself. */
  onEnd(reason: string): void;
  /** What its program is told beside that. */
  args?: readonly string[];
}

/** The machine has no process left: a later try may find one. */
export class NoProcessLeft extends Error {}

/**
 * A process of its own for what strangers send: it has neither keys nor the environment, is killed when a question takes too long or too much
 * memory, and another one answers the next question. One question at a time: the caller waits for the answer.
 */
export class LimitedChild<Question extends object, Answer extends object> {
  private process: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChildOptions) {}

  /** @returns undefined when the process came to its end before it answered @throws NoProcessLeft */
  async ask(question: Question, withinMs: number): Promise<Answer | undefined> {
    clearTimeout(this.idle);
    const child = (this.process ??= this.start());
    if (child.pid === undefined) throw new NoProcessLeft();
    const limit = setTimeout(() => child.kill('SIGKILL'), withinMs);
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const died = (): void => resolve(undefined);
      child.once('exit', died);
      child.once('message', (told: Answer) => {
        child.off('exit', died);
        resolve(told);
      });
      // A process that is gone cannot be sent anything; its exit says so.
      child.send(question, () => undefined);
    });
    clearTimeout(limit);
    this.idle = setTimeout(() => this.letGo(), this.options.idleMs).unref();
    return answer;
  }

  /** Ends the process at once, and with it the question that it works on. */
  letGo(): void {
    clearTimeout(this.idle);
    const child = this.process;
    this.process = undefined;
    child?.kill('SIGKILL');
  }

  /** Undefined while there is none. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  private start(): ChildProcess {
    const { script, maxMemory, maxHeapMb, maxCpuMs = Infinity, args = [], onEnd } = this.options;
    const child = fork(script, [String(maxMemory), String(maxCpuMs), ...args], {
      serialization: 'advanced',
      env: {},
      execArgv: [...process.execArgv, `--max-old-space-size=${maxHeapMb}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const gone = (reason: string): void => {
      if (this.process !== child) return;
      this.process = undefined;
      onEnd(reason);
    };
    child.once('exit', (code, signal) => gone(signal ?? `code ${code}`));
    child.on('error', (error: NodeJS.ErrnoException) => gone(error.code ?? error.name));
    return child;
  }
}
