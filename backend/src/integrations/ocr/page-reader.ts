import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LimitedChild, NoProcessLeft } from '../../common/process/limited-child';
import { AppConfig } from '../../config/app-config';
import { FileRefused, PagePicture, PageText, ReadableType, ReaderAway } from './page-text';
import type { PageTask, ReadingAnswer, ReadingQuestion } from './reading-process';

/** A file to be read: what it is called here, what it is, and where its bytes come from when they are needed. */
export interface ReadableFile {
  id: string;
  mediaType: ReadableType;
  content(): Promise<Buffer>;
}

/** One that has had nothing to do gives its memory back, and what it held of a file. */
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 384;
/** A page waits for the processor on a busy machine; one that waits longer never comes to its end. */
const BUSY = 4;

/**
 * Reads a file's pages and draws them, one at a time. A process of its own does it ({@link LimitedChild}): it meets what strangers send, and a
 * page takes a core for seconds. It stays, with its languages loaded, until nothing has been asked for a minute.
 */
@Injectable()
export class PageReader implements BeforeApplicationShutdown {
  private readonly logger = new Logger('reading');
  /** Of the processor, for one page: what else the machine does is not the file's fault. */
  protected readonly cpuLimitMs: number = 120_000;
  /** Of the whole process, in bytes; the languages and a page of 50 megapixels take half of it. */
  protected readonly maxMemory: number = 1024 * 1024 * 1024;
  private child: LimitedChild<ReadingQuestion, ReadingAnswer> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(private readonly config: AppConfig) {}

  /** @throws FileRefused; ReaderAway */
  async countPages(file: ReadableFile): Promise<number> {
    return (await this.ask(file, { kind: 'open' })).pages;
  }

  /**
   * How many pages a file has that is not known yet. Nobody else's is read in between, and nothing of it is held afterwards.
   * @param drawn draws the first page that large, which tells whether a picture is whole
   * @throws FileRefused; ReaderAway
   */
  inspect(file: ReadableFile, drawn?: number): Promise<number> {
    return this.inTurn(async () => {
      try {
        const { pages } = await this.askNow(file, { kind: 'open' });
        if (drawn !== undefined) await this.askNow(file, { kind: 'picture', page: 1, longestSide: drawn });
        return pages;
      } finally {
        await this.forget(file);
      }
    });
  }

  /** What the page says: the text that is written in the file, else what is recognised. @throws FileRefused; ReaderAway */
  async readPage(file: ReadableFile, page: number): Promise<PageText> {
    const { text } = await this.ask(file, { kind: 'read', page });
    if (!text) throw new FileRefused('broken');
    return { ...text };
  }

  /** The text that is written in the file; undefined for a page that is a picture. @throws FileRefused; ReaderAway */
  async readTextLayer(file: ReadableFile, page: number): Promise<PageText | undefined> {
    return (await this.ask(file, { kind: 'text-layer', page })).text;
  }

  /** The page for the eye, as WebP without metadata. @throws FileRefused; ReaderAway */
  async drawPage(file: ReadableFile, page: number, longestSide: number): Promise<PagePicture> {
    const { picture } = await this.ask(file, { kind: 'picture', page, longestSide });
    if (!picture) throw new FileRefused('broken');
    return { ...picture, bytes: Buffer.from(picture.bytes) };
  }

  /** Forgets what is held of a file. */
  async close(file: ReadableFile): Promise<void> {
    if (this.child?.pid !== undefined) await this.inTurn(() => this.forget(file));
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    this.child?.letGo();
  }

  private get withinMs(): number {
    return this.cpuLimitMs * BUSY;
  }

  private ask(file: ReadableFile, task: PageTask): Promise<Extract<ReadingAnswer, { pages: number }>> {
    return this.inTurn(() => this.askNow(file, task));
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** A process that has ended holds nothing. */
  private async forget(file: ReadableFile): Promise<void> {
    if (this.child?.pid !== undefined) await this.askNow(file, { kind: 'close' }).catch(() => undefined);
  }

  private async askNow({ id, mediaType, content }: ReadableFile, task: PageTask): Promise<Extract<ReadingAnswer, { pages: number }>> {
    if (this.closed) throw new ReaderAway();
    this.child ??= this.newChild();
    const question = { document: id, mediaType, task };
    let answer = await this.child.ask(question, this.withinMs).catch(noProcess);
    if (answer && 'wanted' in answer) answer = await this.child.ask({ ...question, content: await content() }, this.withinMs).catch(noProcess);
    if (answer && 'pages' in answer) return answer;
    // It ended because we do, and not for the file's sake.
    if (this.closed && !answer) throw new ReaderAway();
    throw new FileRefused(answer && 'refused' in answer ? answer.refused : 'effort');
  }

  private newChild(): LimitedChild<ReadingQuestion, ReadingAnswer> {
    return new LimitedChild({
      script: require.resolve('./reading-process'),
      maxMemory: this.maxMemory,
      maxHeapMb: MAX_HEAP_MB,
      maxCpuMs: this.cpuLimitMs,
      idleMs: IDLE_MS,
      args: [this.config.ocrLanguages.join('+')],
      onEnd: (reason) => this.logger.warn(`the process that reads files ended: ${reason}`),
    });
  }
}

/** The next try may find a process. */
function noProcess(error: unknown): never {
  throw error instanceof NoProcessLeft ? new ReaderAway() : error;
}
