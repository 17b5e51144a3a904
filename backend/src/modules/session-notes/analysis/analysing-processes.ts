import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LimitedChild, NoProcessLeft } from '../../../common/process/limited-child';
import type { NoteAnalysis } from './analysis';
import type { AnalysingAnswer, AnalysingQuestion } from './analysing-process';
import type { FoundName, KnownPerson } from './model/known-names';
import { AnalyseOptions, NoteAnalyser } from './note-analyser';

/** One that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 384;
const MAX_MEMORY = 1024 * 1024 * 1024;
/** The machine may have other things to do first. */
const WITHIN_MS = 15 * 60_000;

/** The text could not be read within the time and memory that there is. */
export class TooMuchEffort extends Error {}

/**
 * The rule-based analyser in a process of its own ({@link LimitedChild}): loading the language model takes a second and a note a tenth of one,
 * in which this process would neither give signs of life nor do other jobs. What looks for names in a text is there as well.
 */
@Injectable()
export class AnalysingProcesses extends NoteAnalyser implements BeforeApplicationShutdown {
  /** For one text, on the processor: a machine that is busy with other things fails no note. The longest ones take two seconds. */
  protected readonly cpuLimitMs: number = 20_000;
  private readonly logger = new Logger('analysis');
  private line: Promise<unknown> = Promise.resolve();
  private child: LimitedChild<AnalysingQuestion, AnalysingAnswer> | undefined;

  /** One text after the other. @throws TooMuchEffort */
  override async analyse(text: string, { signal }: AnalyseOptions = {}): Promise<NoteAnalysis> {
    const answer = await this.inTurn({ text }, signal);
    if (!answer || !('analysis' in answer)) throw new TooMuchEffort('A note could not be read by the rules.');
    return answer.analysis;
  }

  /** @returns as `findNames`; undefined as well where it takes more time than there is */
  async findNames(text: string, people: readonly KnownPerson[], { signal }: AnalyseOptions = {}): Promise<FoundName[] | undefined> {
    const answer = await this.inTurn({ text, people }, signal);
    return answer && 'names' in answer ? answer.names : undefined;
  }

  private inTurn(question: AnalysingQuestion, signal: AbortSignal | undefined): Promise<AnalysingAnswer | undefined> {
    const turn = this.line.then(() => {
      signal?.throwIfAborted();
      this.child ??= this.newChild();
      return this.child.ask(question, WITHIN_MS).catch(noProcess);
    });
    this.line = turn.catch(() => undefined);
    return turn;
  }

  beforeApplicationShutdown(): void {
    this.child?.letGo();
  }

  private newChild(): LimitedChild<AnalysingQuestion, AnalysingAnswer> {
    return new LimitedChild({
      script: require.resolve('./analysing-process'),
      maxMemory: MAX_MEMORY,
      maxHeapMb: MAX_HEAP_MB,
      maxCpuMs: this.cpuLimitMs,
      idleMs: IDLE_MS,
      onEnd: (reason) => this.logger.warn(`the process that analyses notes ended: ${reason}`),
    });
  }
}

function noProcess(error: unknown): never {
  throw error instanceof NoProcessLeft ? new Error('There is no room for another process.') : error;
}
