import { isAlive } from './pids';

interface Service {
  pid: number;
  stop(): Promise<void>;
}

/** A database or queue server that is started again on its port when it dies while the product runs. */
export class KeptService<T extends Service> {
  private service: T;
  private wanted = true;
  private busy: Promise<void> | null = null;
  private readonly watch: NodeJS.Timeout;

  constructor(
    first: T,
    private readonly startAgain: () => Promise<T>,
    private readonly note: (text: string) => void,
  ) {
    this.service = first;
    this.watch = setInterval(() => this.check(), 250);
    this.watch.unref();
  }

  get current(): T {
    return this.service;
  }

  get pid(): number {
    return this.service.pid;
  }

  /** Stays stopped until start(). */
  async stop(): Promise<void> {
    this.wanted = false;
    await this.busy;
    await this.service.stop();
  }

  async start(): Promise<void> {
    if (!isAlive(this.service.pid)) this.service = await this.startAgain();
    this.wanted = true;
  }

  /** Ends it as a crash would; it comes back by itself. */
  kill(): void {
    if (isAlive(this.service.pid)) process.kill(this.service.pid, 'SIGKILL');
  }

  async close(): Promise<void> {
    clearInterval(this.watch);
    await this.stop();
  }

  private check(): void {
    if (!this.wanted || this.busy !== null || isAlive(this.service.pid)) return;
    this.note('ended unexpectedly, starting it again');
    this.busy = this.startAgain()
      .then((service) => {
        this.service = service;
      })
      .catch((error: unknown) => this.note(`could not be started again: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        this.busy = null;
      });
  }
}
