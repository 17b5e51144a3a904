import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppConfig } from '../../config/app-config';
import { Metrics } from './metrics';

const ANSWERED_WITHIN_MS = 10_000;

/** Answers `GET /metrics`, and `GET /live` for whoever looks whether this process still turns, on a port of its own, which is for the operator's network alone; none where no port is set. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('metrics');
  private server: Server | undefined;
  /** One look at a time: whoever asks meanwhile gets its answer. */
  private looking: Promise<string> | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
  ) {}

  /** @throws Error when the port is taken */
  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.config.metrics;
    if (port === undefined) return;
    this.metrics.begin();
    const server = createServer({ requestTimeout: ANSWERED_WITHIN_MS, headersTimeout: ANSWERED_WITHIN_MS }, (request, response) => {
      if (request.method === 'GET' && request.url === '/live') return void response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('ok');
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      this.look().then(
        (text) => response.writeHead(200, { 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
        (error: Error) => {
          this.logger.error(error.message);
          response.writeHead(500).end();
        },
      );
    });
    server.maxConnections = 20;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.server = server;
  }

  /** Where it listens; undefined where it does not. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port;
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private look(): Promise<string> {
    return (this.looking ??= this.metrics.text().finally(() => (this.looking = undefined)));
  }
}
