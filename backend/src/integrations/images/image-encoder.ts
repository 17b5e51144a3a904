import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { subnetOf } from '../../common/limits/limits';
import { Shared } from '../../common/limits/shared';
import { LimitedChild, NoProcessLeft } from '../../common/process/limited-child';
import { EncodedImage, ImageRefused, ImagesWait } from './encoded-image';
import type { EncodingAnswer } from './encoding-process';

/** Pictures that wait while one is decoded. */
const WAITING_LINE = 8;
/** The one that is decoded and one that waits. */
const PER_ACCOUNT = 2;
/** A decoder that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;
const FINISH_WITHIN_MS = 3_000;
const MAX_HEAP_MB = 64;

interface Waiting {
  content: Buffer;
  account: string;
  network: string | undefined;
  resolve(image: EncodedImage): void;
  reject(reason: Error): void;
}

/**
 * Turns a picture that somebody sent into one that we made ourselves. A process of its own decodes it: a thread of this one would take its
 * turns in the pool that passwords, files and host names wait for, and what a decoder does wrong would be done to everybody. That process
 * has neither keys nor the environment, is killed when a picture takes too long or too much memory, and another one reads the next picture.
 */
@Injectable()
export class ImageEncoder implements BeforeApplicationShutdown {
  private readonly logger = new Logger('images');
  protected readonly timeLimitMs: number = 30_000;
  /** Of the whole process, in bytes; 50 megapixels that have to be decoded in one piece take half of it. */
  protected readonly maxMemory: number = 512 * 1024 * 1024;
  private waiting: Waiting[] = [];
  private working: { account: string; ended: Promise<void> } | undefined;
  private readonly line = new Shared(1 + WAITING_LINE);
  /** Since pictures last waited for each other: how many of each network were decoded. */
  private readonly decoded = new Map<string | undefined, number>();
  private decoder: LimitedChild<Buffer, EncodingAnswer> | undefined;
  private closed = false;

  /**
   * Decodes a JPEG, PNG or WebP (by content, whatever its name), turns it upright and encodes it anew:
   * at most 512 × 512 pixels and 200 kB, no metadata. One at a time, since a decoded picture may take 200 MB.
   * @param account whose picture it is: nobody fills the line alone
   * @param address where it came from: no network fills it either, and networks take turns; left out for what we fetched
   * @throws ImageRefused; ImagesWait when too many wait already
   */
  encode(content: Buffer, account: string, address: string | null = null): Promise<EncodedImage> {
    const own = [this.working, ...this.waiting].filter((picture) => picture?.account === account);
    if (own.length >= PER_ACCOUNT) return Promise.reject(new ImagesWait('account'));
    const network = address === null ? undefined : subnetOf(address);
    const isFull = this.waiting.length >= WAITING_LINE || (network !== undefined && !this.line.hasRoom(network));
    if (this.closed || isFull) return Promise.reject(new ImagesWait('everybody'));
    if (network !== undefined) this.line.add(network, 1);
    const encoded = new Promise<EncodedImage>((resolve, reject) => {
      this.waiting.push({ content, account, network, resolve, reject });
      this.advance();
    });
    return network === undefined ? encoded : encoded.finally(() => this.line.add(network, -1));
  }

  /** Whoever waits is sent away; the picture that is being decoded has a moment to come to its end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    for (const { reject } of this.waiting.splice(0)) reject(new ImagesWait('everybody'));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FINISH_WITHIN_MS);
    });
    await Promise.race([this.working?.ended, late]);
    clearTimeout(timer);
    this.decoder?.letGo();
  }

  private advance(): void {
    if (this.working) return;
    const next = this.next();
    if (!next) return this.decoded.clear();
    const ended = this.decode(next.content)
      .then(next.resolve, next.reject)
      .then(() => {
        this.working = undefined;
        this.advance();
      });
    this.working = { account: next.account, ended };
  }

  /** Of the network that had least; who came first, where several had as much. */
  private next(): Waiting | undefined {
    const least = Math.min(...this.waiting.map(({ network }) => this.decoded.get(network) ?? 0));
    const next = this.waiting.find(({ network }) => (this.decoded.get(network) ?? 0) === least);
    this.waiting = this.waiting.filter((one) => one !== next);
    if (next) this.decoded.set(next.network, least + 1);
    return next;
  }

  private async decode(content: Buffer): Promise<EncodedImage> {
    this.decoder ??= this.newDecoder();
    const answer = await this.decoder.ask(content, this.timeLimitMs).catch(noProcess);
    if (answer && 'image' in answer) return answer.image;
    // It ended because we do, and not for the picture's sake.
    throw this.closed && !answer ? new ImagesWait('everybody') : new ImageRefused(answer?.refused ?? 'effort');
  }

  private newDecoder(): LimitedChild<Buffer, EncodingAnswer> {
    return new LimitedChild({
      script: require.resolve('./encoding-process'),
      maxMemory: this.maxMemory,
      maxHeapMb: MAX_HEAP_MB,
      idleMs: IDLE_MS,
      onEnd: (reason) => this.logger.warn(`the process that decodes pictures ended: ${reason}`),
    });
  }
}

/** The next picture may find a process. */
function noProcess(error: unknown): never {
  throw error instanceof NoProcessLeft ? new ImagesWait('everybody') : error;
}
