import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { LimitedChild, NoProcessLeft } from '../../common/process/limited-child';
import { AppConfig } from '../../config/app-config';
import { AiFailure } from './ai-failure';
import type { RecognizedText, RecognizerAnswer, RecognizerQuestion } from './recognizer-process';

/** Something that was said, from the beginning of the sound. */
export interface LocalLine {
  startMs: number;
  endMs: number;
  text: string;
}

const WAV_HEAD_BYTES = 44;
const RATE_AT = 24;
/** A model is held for whoever comes next. */
const IDLE_MS = 300_000;
const LOADED_WITHIN_MS = 180_000;
/** Beside the model itself, which a session of its engine may hold twice. */
const WORKING_BYTES = 2 * 1024 ** 3;
const MAX_HEAP_MB = 512;
/** Between two lines nobody speaks for so long, or one has become long enough. */
const PAUSE_S = 0.8;
const LONGEST_LINE_S = 15;
/** A token's own length, where it is the last one. */
const TOKEN_S = 0.4;

/**
 * Makes text of sound on this machine, with the model that an installation has put there (sherpa-onnx). A process of its own does it
 * ({@link LimitedChild}): native code may crash, and what is on its way ends at once when it is called back.
 */
@Injectable()
export class LocalRecognizer implements BeforeApplicationShutdown {
  private readonly logger = new Logger('transcription');
  private child: LimitedChild<RecognizerQuestion, RecognizerAnswer> | undefined;
  private loadedBy: number | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly config: AppConfig) {}

  /** The native package is there; it is optional, and not made for every system. */
  get isInstalled(): boolean {
    try {
      return require.resolve('sherpa-onnx-node') !== '';
    } catch {
      return false;
    }
  }

  /** Undefined while there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * One at a time.
   * @param wav as `wavHead` begins it: mono, 16 bit
   * @returns undefined where the model tells no times: `text` is all of it
   * @throws AiFailure; the signal's reason when that ended it
   */
  hear(wav: Buffer, signal?: AbortSignal): Promise<{ text: string; lines: LocalLine[] | undefined }> {
    const heard = this.last.then(() => this.hearNow(wav, signal));
    this.last = heard.catch(() => undefined);
    return heard;
  }

  beforeApplicationShutdown(): void {
    this.child?.letGo();
  }

  private async hearNow(wav: Buffer, signal?: AbortSignal): Promise<{ text: string; lines: LocalLine[] | undefined }> {
    signal?.throwIfAborted();
    const end = (): void => this.child?.letGo();
    signal?.addEventListener('abort', end, { once: true });
    try {
      const child = (this.child ??= this.newChild());
      // What it cannot load and what it cannot hear are two things: a crash tells them apart by when it comes.
      if (this.loadedBy === undefined || this.loadedBy !== child.pid) await this.load(child, signal);
      const { timeoutMs } = this.config.transcription;
      const started = performance.now();
      const answer = await child.ask({ pcm: wav.subarray(WAV_HEAD_BYTES), rate: wav.readUInt32LE(RATE_AT) }, timeoutMs).catch(noProcess);
      signal?.throwIfAborted();
      if (!answer) throw new AiFailure(performance.now() - started >= timeoutMs ? 'too_slow' : 'recognizer_died');
      if (!('text' in answer)) throw new AiFailure('model_unusable');
      return { text: answer.text, lines: linesOf(answer) };
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  private async load(child: LimitedChild<RecognizerQuestion, RecognizerAnswer>, signal: AbortSignal | undefined): Promise<void> {
    const answer = await child.ask({ load: true }, LOADED_WITHIN_MS).catch(noProcess);
    signal?.throwIfAborted();
    if (answer && 'refused' in answer) child.letGo();
    if (!answer || !('loaded' in answer)) throw new AiFailure('model_unusable');
    this.loadedBy = child.pid;
  }

  private newChild(): LimitedChild<RecognizerQuestion, RecognizerAnswer> {
    const { local } = this.config.transcription;
    if (!local) throw new AiFailure('not_configured');
    return new LimitedChild({
      script: require.resolve('./recognizer-process'),
      maxMemory: WORKING_BYTES + 3 * local.bytes,
      maxHeapMb: MAX_HEAP_MB,
      idleMs: IDLE_MS,
      // One core is left to whoever waits for the product.
      args: [JSON.stringify(local), String(Math.max(1, Math.min(4, availableParallelism() - 1)))],
      onEnd: (reason) => this.logger.warn(`the process that makes text of sound ended: ${reason}`),
    });
  }
}

/** The next try may find a process. */
function noProcess(error: unknown): never {
  throw error instanceof NoProcessLeft ? new AiFailure('busy') : error;
}

/** Tokens with their times, as lines. @returns undefined where there are none, or they are not what the text says */
function linesOf({ text, tokens, timestamps }: RecognizedText): LocalLine[] | undefined {
  const whole = tokens.map((token) => token.replaceAll('▁', ' '));
  const bare = (said: string): string => said.replace(/\s/g, '');
  if (tokens.length === 0 || timestamps.length !== tokens.length || bare(whole.join('')) !== bare(text)) return bare(text) === '' ? [] : undefined;
  const lines: LocalLine[] = [];
  let [begun, until] = [0, -Infinity];
  for (const [index, token] of whole.entries()) {
    const at = timestamps[index] ?? 0;
    const isWord = /^\s/.test(token);
    const line = lines.at(-1);
    if (!line || (isWord && (at - until > PAUSE_S || at - begun > LONGEST_LINE_S))) {
      begun = at;
      lines.push({ startMs: Math.round(at * 1_000), endMs: 0, text: token });
    } else line.text += token;
    until = at + TOKEN_S;
    lines.at(-1)!.endMs = Math.round(until * 1_000);
  }
  return lines;
}
