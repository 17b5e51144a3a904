import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LimitedChild, NoProcessLeft } from '../../../common/process/limited-child';
import type { TakenTime } from './calendar-reading';
import { FeedFailure } from './feed-fetch';
import type { Waited } from './feed-turns';
import type { FeedQuestion, FeedReading } from './feed-reading-process';

/** We are about to end, or the machine has no process left: it is no fault of the calendar. */
export class FeedReaderAway extends Error {}

/** One that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 384;
/** A calendar waits for the processor on a busy machine. */
const BUSY = 4;

/**
 * Reads calendars that strangers wrote, one at a time, in a process of its own ({@link LimitedChild}): a rule that repeats without an end, or
 * an event within an event ten thousand times, holds up nobody.
 */
@Injectable()
export class FeedReader implements BeforeApplicationShutdown {
  private readonly logger = new Logger('feeds');
  /** Of the processor, for one calendar. One of 2 MB with thousands of events takes a second. */
  protected readonly cpuLimitMs: number = 6_000;
  /** Of the whole process, in bytes. */
  protected readonly maxMemory: number = 640 * 1024 * 1024;
  private child: LimitedChild<FeedQuestion, FeedReading> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  /** @param waited told how many milliseconds others were read before @throws FeedFailure; FeedReaderAway */
  read(question: FeedQuestion, waited: Waited = () => undefined): Promise<TakenTime[]> {
    const asked = performance.now();
    const done = this.last.then(() => {
      waited(performance.now() - asked);
      return this.readNow(question);
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    this.child?.letGo();
  }

  private async readNow(question: FeedQuestion): Promise<TakenTime[]> {
    if (this.closed) throw new FeedReaderAway();
    this.child ??= this.newChild();
    const answer = await this.child.ask(question, this.cpuLimitMs * BUSY).catch(noProcess);
    if (answer && 'times' in answer) return answer.times;
    if (this.closed && !answer) throw new FeedReaderAway();
    throw new FeedFailure(answer?.refused ?? 'effort');
  }

  private newChild(): LimitedChild<FeedQuestion, FeedReading> {
    return new LimitedChild({
      script: require.resolve('./feed-reading-process'),
      maxMemory: this.maxMemory,
      maxHeapMb: MAX_HEAP_MB,
      maxCpuMs: this.cpuLimitMs,
      idleMs: IDLE_MS,
      onEnd: (reason) => this.logger.warn(`the process that reads calendars ended: ${reason}`),
    });
  }
}

/** The next try may find a process. */
function noProcess(error: unknown): never {
  throw error instanceof NoProcessLeft ? new FeedReaderAway() : error;
}
