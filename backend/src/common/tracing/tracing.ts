import { Logger, OnApplicationShutdown } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AppConfig } from '../../config/app-config';
import type { ProcessName } from '../process/start-hooks';
import { withinTime } from '../process/within-time';
import { collectorOf, SpansOut } from './spans-out';

/** What a span is of. What is outside is named by what it is, never by where. */
export type SpanKind = 'request' | 'job' | 'transaction' | 'statement' | 'google' | 'language model' | 'speech model' | 'file storage' | 'mail server';

/** Of a job, how its try ended; of a statement, Postgres's SQLSTATE where it failed. All of it is of our own making, or a number. */
export interface SpanFacts {
  method?: string | undefined;
  /** A pattern. */
  route?: string | undefined;
  status?: number;
  queue?: string;
  outcome?: string;
  sqlState?: string | undefined;
}

/** Work that is under way and told to the collector when it ends: its name, how long it took, and a few facts. No text of an error, no address, no value. */
export interface Span {
  readonly traceId: string;
  part(kind: SpanKind, name: string): Span;
  /** @param name another one, where it is known only now */
  end(hasFailed: boolean, facts?: SpanFacts, name?: string): void;
}

const underWay = new AsyncLocalStorage<Span>();

/** Runs what belongs to a span, which parts are found by. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : underWay.run(span, work);
}

/**
 * Does a part of the request or job that is under way, as a span of its own where that one is traced; else it only does it.
 * @param name stands in the code: it is told to the collector
 * @param sqlStateOf what a failed statement says of itself
 */
export function traced<T>(kind: SpanKind, name: string, work: () => Promise<T>, sqlStateOf?: (error: unknown) => string | undefined): Promise<T> {
  const whole = underWay.getStore();
  return whole === undefined ? work() : asPart(whole.part(kind, name), work, sqlStateOf);
}

async function asPart<T>(part: Span, work: () => Promise<T>, sqlStateOf: ((error: unknown) => string | undefined) | undefined): Promise<T> {
  try {
    const result = await underWay.run(part, work);
    part.end(false);
    return result;
  } catch (error) {
    part.end(true, { sqlState: sqlStateOf?.(error) });
    throw error;
  }
}

/** Of the stop's ten seconds. */
const DELIVERED_WITHIN_MS = 2_000;

/**
 * Begins traces, by OpenTelemetry, in processes that have a collector. Each request begins one of its own, whatever trace its sender names: anybody may send one, could have all
 * of theirs kept by it, and a gateway passes it on. Each try of a job begins one as well; that it came of a request stands nowhere, as the job's row outlives the request by a week.
 */
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly out: SpansOut | undefined) {}

  /** Loads what it takes where a collector is named, and nothing else. */
  static async of({ tracing, metrics }: AppConfig, process: ProcessName): Promise<Tracing> {
    if (tracing === undefined || process === 'command') return new Tracing(undefined);
    const logger = new Logger('traces');
    return new Tracing(await collectorOf(tracing, { process, ...metrics.build }, (text) => logger.warn(text)));
  }

  /** Whether there is a collector. */
  get isOn(): boolean {
    return this.out !== undefined;
  }

  /** @returns undefined for one that is not traced, and its parts neither */
  begin(kind: 'request' | 'job', name: string): Span | undefined {
    return this.out?.begin(kind, name);
  }

  /** What has ended is delivered; what the collector does not take in time is lost. */
  async onApplicationShutdown(): Promise<void> {
    if (this.out) await withinTime(DELIVERED_WITHIN_MS, this.out.stop()).catch(() => undefined);
  }
}
