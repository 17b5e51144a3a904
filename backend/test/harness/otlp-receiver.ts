import { createServer, IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute { key: string; value: { stringValue?: string; intValue?: number | string; doubleValue?: number } }

/** A span as it was sent. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** OTLP's: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  facts: Record<string, string | number | undefined>;
  hasFailed: boolean;
  service: string;
}

interface Body {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: (Omit<ReceivedSpan, 'facts' | 'hasFailed' | 'service'> & { attributes: Attribute[]; status: { code?: number } })[] }[] }[];
}

const factsOf = (attributes: Attribute[]): Record<string, string | number | undefined> => Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]));

/** A collector of traces on the loopback, which takes OTLP over HTTP as JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Whole requests, headers included. */
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** `silent`: requests are taken in and never answered. */
  answers: 'well' | 'silent' | number = 'well';
  /** How many requests were answered with a number. */
  refused = 0;

  private readonly server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (this.answers === 'silent') return;
      if (typeof this.answers === 'number') {
        this.refused += 1;
        return void response.writeHead(this.answers).end('words of the collector');
      }
      const text = Buffer.concat(parts).toString();
      this.headers.push(request.headers);
      this.bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${text}`);
      for (const { resource, scopeSpans } of (JSON.parse(text) as Body).resourceSpans ?? []) {
        const service = String(factsOf(resource.attributes)['service.name']);
        for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push({ ...span, service, facts: factsOf(span.attributes), hasFailed: span.status.code === 2 });
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  partsOf({ spanId }: ReceivedSpan): ReceivedSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
