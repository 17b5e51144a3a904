import type { Attributes, Span as ApiSpan, Tracer } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { randomUUID } from 'node:crypto';
import type { TracesTo } from '../../config/tracing-settings';
import type { Span, SpanFacts, SpanKind } from './tracing';

type Api = typeof import('@opentelemetry/api');

/** What is kept of spans until the collector takes them; more of them are lost. */
const MOST_WAITING = 4_096;
const MOST_TOGETHER = 512;
const SENT_EVERY_MS = 2_000;
const TAKEN_WITHIN_MS = 5_000;

/** What sends spans away. */
export interface SpansOut {
  begin(kind: SpanKind, name: string): Span | undefined;
  /** Sends what waits. */
  stop(): Promise<void>;
}

/** Which process it is. */
interface Origin {
  process: string;
  version: string;
  revision: string;
}

/**
 * Spans to a collector, by OTLP over HTTP. The library is loaded here, and is registered nowhere: what looks for a tracer by itself finds none, and tells nothing of its own.
 * @param tell hears once that the collector takes nothing, and once that it does again
 */
export async function collectorOf({ url, headers, service, share }: TracesTo, { process, version, revision }: Origin, tell: (text: string) => void): Promise<SpansOut> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-trace'), import('@opentelemetry/resources'), import('@opentelemetry/exporter-trace-otlp-http')]);
  const exporter = new ToldExporter(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: TAKEN_WITHIN_MS, concurrencyLimit: 2 }), tell);
  const provider = new sdk.TracerProvider({
    // A process's own number, instead of the machine's name.
    resource: resourceFromAttributes({ 'service.name': service ?? `attune-${process}`, 'service.version': version, 'service.instance.id': randomUUID(), 'attune.revision': revision }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: MOST_WAITING, maxExportBatchSize: MOST_TOGETHER, scheduledDelayMillis: SENT_EVERY_MS, exportTimeoutMillis: 2 * TAKEN_WITHIN_MS })],
  });
  const tracer = provider.getTracer('attune', version);
  return {
    begin: (kind, name) => {
      const span = tracer.startSpan(name, { kind: spanKindOf(api, kind), root: true });
      return span.isRecording() ? new SpanUnderWay(api, tracer, span) : undefined;
    },
    stop: () => provider.shutdown(),
  };
}

class SpanUnderWay implements Span {
  constructor(
    private readonly api: Api,
    private readonly tracer: Tracer,
    private readonly span: ApiSpan,
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  part(kind: SpanKind, name: string): Span {
    const { trace, ROOT_CONTEXT } = this.api;
    const isOutside = kind !== 'statement' && kind !== 'transaction';
    const attributes: Attributes = isOutside ? { 'peer.service': kind } : { 'db.system.name': 'postgresql', ...(kind === 'statement' && { 'db.query.summary': name }) };
    const span = this.tracer.startSpan(isOutside ? `${kind}: ${name}` : name, { kind: spanKindOf(this.api, kind), attributes }, trace.setSpan(ROOT_CONTEXT, this.span));
    return new SpanUnderWay(this.api, this.tracer, span);
  }

  end(hasFailed: boolean, { method, route, status, queue, outcome, sqlState }: SpanFacts = {}, name?: string): void {
    if (name !== undefined) this.span.updateName(name);
    const facts = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, 'messaging.destination.name': queue, 'attune.outcome': outcome, 'db.response.status_code': sqlState };
    for (const [key, value] of Object.entries(facts)) if (value !== undefined) this.span.setAttribute(key, value);
    if (hasFailed) this.span.setStatus({ code: this.api.SpanStatusCode.ERROR });
    this.span.end();
  }
}

function spanKindOf({ SpanKind: kinds }: Api, kind: SpanKind): number {
  if (kind === 'request') return kinds.SERVER;
  if (kind === 'job') return kinds.CONSUMER;
  return kind === 'transaction' ? kinds.INTERNAL : kinds.CLIENT;
}

/** Says once that nothing is taken; the library says so nowhere. */
class ToldExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly tell: (text: string) => void,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, (result) => {
      const hasFailed = result.code !== 0;
      if (hasFailed !== this.isFailing) this.tell(hasFailed ? `The collector of traces (OTEL_EXPORTER_OTLP_ENDPOINT) takes none${whyOf(result.error)}. They are lost until it does; nothing else waits for them.` : 'The collector takes traces again.');
      this.isFailing = hasFailed;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }
}

/** A code of the system's or of HTTP; what else a collector answers is its own. */
function whyOf(error: Error | undefined): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' || (typeof code === 'string' && /^[A-Z_]{3,30}$/.test(code)) ? `: ${code}` : '';
}
