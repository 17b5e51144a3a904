import { Injectable } from '@nestjs/common';
import type { OpenAI } from 'openai' with { 'resolution-mode': 'import' };
import { traced } from '../../common/tracing/tracing';
import { AppConfig } from '../../config/app-config';
import { AiFailure } from './ai-failure';
import { AiRuns, TRANSCRIPTION_ENGINE } from './ai-runs';
import { LocalRecognizer } from './local-recognizer';
import { connectOpenAi, reasonOf, tryingWithin } from './openai-connection';

/** What was said within a stretch of sound, from its beginning. */
export interface Utterance {
  startMs: number;
  endMs: number;
  /** As the engine tells voices apart within one stretch; null where it does not. */
  speaker: string | null;
  text: string;
}

export interface SoundToHear {
  /** Whose daily limit it counts for. */
  therapistId: string;
  /** A whole WAV file, without any name. */
  wav: Buffer;
  milliseconds: number;
  /** False where this endpoint is known not to tell when something was said: it is not asked for it then. */
  asksTimes: boolean;
  /** How much of one use it is for the daily limit; 1 where it is left out. */
  weight?: number;
  /** All tries together take no longer; as the installation says where it is left out. */
  withinMs?: number;
  /** Ends the work early. */
  signal?: AbortSignal;
}

/** `times_refused`: the endpoint takes no question for times; nothing was heard. */
export type Heard = { utterances: Utterance[]; hasTimes: boolean } | 'times_refused';

/** An engine that tells when something was said hears some minutes in one go; of another one, a line is as exact as what it was sent. */
const STRETCH_SECONDS = 240;
const STRETCH_SECONDS_WITHOUT_TIMES = 60;
/** Whisper's models hear half a minute; others take more memory for each second. */
const LOCAL_STRETCH_SECONDS = 28;
/** People do not say more than this within a second; an endpoint that answers more made it up. */
const MOST_CHARACTERS_A_SECOND = 60;
const MOST_UTTERANCES_A_SECOND = 5;
/** What an engine itself takes for silence. */
const NO_SPEECH = 0.6;
const UNLIKELY = -1;

/**
 * Makes text of recorded sound, with a model on this machine or with an OpenAI-compatible endpoint, whichever an installation has named for it. The
 * endpoint is asked while an administrator allows models, and within each therapist's daily limit. Sound cannot be masked: whatever was said is sent.
 */
@Injectable()
export class Transcriber {
  private loading: Promise<OpenAI> | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly runs: AiRuns,
    private readonly local: LocalRecognizer,
  ) {}

  /** What is not configured, as words that stand in the code; null where all is. */
  get missing(): 'model' | 'key' | 'module' | null {
    const { local, model, apiKey } = this.config.transcription;
    if (local) return this.local.isInstalled ? null : 'module';
    if (model === undefined) return 'model';
    return apiKey === undefined ? 'key' : null;
  }

  get modelName(): string {
    const { local, model } = this.config.transcription;
    return local ? `sherpa-onnx: ${local.name}` : (model ?? '');
  }

  /** Of one stretch of sound. */
  longestSeconds(hasTimes: boolean): number {
    if (this.config.transcription.local) return LOCAL_STRETCH_SECONDS;
    return hasTimes ? STRETCH_SECONDS : STRETCH_SECONDS_WITHOUT_TIMES;
  }

  /** Where sound is sent: the name of a host; null where it stays here. */
  get host(): string | null {
    if (this.config.transcription.local) return null;
    return new URL(this.config.transcription.baseUrl).host;
  }

  /** Nothing is sent any more today, for whomever. */
  async isSpent(): Promise<boolean> {
    return this.missing === null && this.host !== null && (await this.runs.isSpent(TRANSCRIPTION_ENGINE, this.config.transcription.dailyLimitInAll));
  }

  /** One stretch, with few tries. @throws AiFailure; the signal's reason when that ended it */
  async hear(sound: SoundToHear): Promise<Heard> {
    if (this.missing) throw new AiFailure('not_configured');
    const isSent = this.config.transcription.local === undefined;
    if (isSent && !(await this.runs.modelsAllowed())) throw new AiFailure('switched_off');
    const begun = { therapist_id: sound.therapistId, purpose: 'transcription' as const, engine: TRANSCRIPTION_ENGINE, model: this.modelName, ...(sound.weight !== undefined && { weight: sound.weight }) };
    const { dailyLimit, dailyLimitInAll } = this.config.transcription;
    const run = await this.runs.begin(begun, isSent ? { ofTherapist: dailyLimit, inAll: dailyLimitInAll } : undefined);
    if (typeof run !== 'string') throw new AiFailure(run.spent);
    const started = performance.now();
    try {
      const heard = await (isSent ? this.ask(sound) : this.hearHere(sound));
      await this.runs.end(run, { state: 'done', milliseconds: Math.round(performance.now() - started) });
      return heard;
    } catch (error) {
      await this.runs.end(run, { state: 'failed', failure: error instanceof AiFailure ? error.reason : 'interrupted', milliseconds: Math.round(performance.now() - started) });
      throw error;
    }
  }

  private async hearHere({ wav, milliseconds, withinMs, signal: ended }: SoundToHear): Promise<Heard> {
    const limit = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
    const { text, lines } = await this.local.hear(wav, AbortSignal.any([ended, limit].filter((signal) => signal !== undefined))).catch((error: unknown) => {
      throw limit?.aborted && !ended?.aborted ? new AiFailure('too_slow') : error;
    });
    const segments = lines?.map(({ startMs, endMs, text: said }) => ({ start: startMs / 1_000, end: endMs / 1_000, text: said }));
    return readHeard({ text, segments }, milliseconds);
  }

  private async ask({ wav, milliseconds, asksTimes, withinMs = Infinity, signal: ended }: SoundToHear): Promise<Heard> {
    const limit = AbortSignal.timeout(Math.min(tryingWithin(this.config.transcription.timeoutMs), withinMs));
    const signal = ended ? AbortSignal.any([ended, limit]) : limit;
    const { toFile } = await import('openai');
    const file = await toFile(wav, 'sound.wav', { type: 'audio/wav' });
    const model = this.modelName;
    try {
      const { audio } = await this.client();
      const answer: unknown = await traced('speech model', 'transcribe', async () =>
        asksTimes
          ? audio.transcriptions.create({ file, model, response_format: 'verbose_json', timestamp_granularities: ['segment'] }, { signal })
          : audio.transcriptions.create({ file, model, response_format: 'json' }, { signal }),
      );
      return readHeard(answer, milliseconds);
    } catch (error) {
      if (ended?.aborted) throw ended.reason;
      if (error instanceof AiFailure) throw error;
      const reason = limit.aborted ? 'too_slow' : await reasonOf(error);
      if (reason === 'refused_request' && asksTimes) return 'times_refused';
      throw new AiFailure(reason, { cause: error });
    }
  }

  private client(): Promise<OpenAI> {
    this.loading ??= this.connect();
    return this.loading;
  }

  private async connect(): Promise<OpenAI> {
    const { apiKey, baseUrl, timeoutMs } = this.config.transcription;
    if (apiKey === undefined) throw new AiFailure('not_configured');
    return connectOpenAi({ apiKey, baseUrl, timeoutMs });
  }
}

/** Checks an answer, whatever the endpoint says of itself. @throws AiFailure bad_answer */
function readHeard(answer: unknown, milliseconds: number): Exclude<Heard, 'times_refused'> {
  const { text, segments } = (typeof answer === 'string' ? { text: answer } : answer ?? {}) as { text?: unknown; segments?: unknown };
  if (typeof text !== 'string' && !Array.isArray(segments)) throw new AiFailure('bad_answer');
  const utterances = Array.isArray(segments) && segments.length > 0 ? segments.map((each) => readSegment(each, milliseconds)).filter((each) => each !== undefined) : undefined;
  const heard = utterances ?? [{ startMs: 0, endMs: milliseconds, speaker: null, text: clean(typeof text === 'string' ? text : '') }];
  const said = heard.filter((each) => each.text !== '').sort((one, other) => one.startMs - other.startMs);
  const seconds = Math.max(1, milliseconds / 1_000);
  const isTooMuch = said.length > MOST_UTTERANCES_A_SECOND * seconds || said.reduce((sum, each) => sum + each.text.length, 0) > MOST_CHARACTERS_A_SECOND * seconds;
  if (isTooMuch) throw new AiFailure('bad_answer');
  // Where nothing was said, there is nothing to tell a time of.
  return { utterances: said, hasTimes: utterances !== undefined || (Array.isArray(segments) && said.length === 0) };
}

/** @returns undefined for what the engine itself takes for silence @throws AiFailure bad_answer */
function readSegment(segment: unknown, milliseconds: number): Utterance | undefined {
  const { start, end, text, speaker, no_speech_prob, avg_logprob } = (segment ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string' || typeof start !== 'number' || typeof end !== 'number' || !Number.isFinite(start) || !Number.isFinite(end)) throw new AiFailure('bad_answer');
  if (typeof no_speech_prob === 'number' && typeof avg_logprob === 'number' && no_speech_prob > NO_SPEECH && avg_logprob < UNLIKELY) return undefined;
  const within = (seconds: number): number => Math.round(Math.min(Math.max(seconds * 1_000, 0), milliseconds));
  const startMs = within(start);
  const who = typeof speaker === 'string' ? clean(speaker).slice(0, 40) : '';
  return { startMs, endMs: Math.max(startMs, within(end)), speaker: who === '' ? null : who, text: clean(text) };
}

/** One line without signs that do not show. */
function clean(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}|\p{Cs}/gu, ' ').replace(/\s+/g, ' ').trim();
}
