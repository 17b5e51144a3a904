import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server, ServerResponse } from 'node:http';

const LOOK_EVERY_MS = 200;

/**
 * A process that stops takes no new connection, and ends those over which nothing is asked. A proxy keeps one busy for as long as it likes: from here on each answer
 * says that its connection ends with it.
 */
@Injectable()
export class KeptConnections implements BeforeApplicationShutdown {
  constructor(private readonly adapter: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    endKeptConnections(this.adapter.httpAdapter.getHttpServer() as Server);
  }
}

/** Called before the server is closed. */
export function endKeptConnections(server: Server): void {
  server.prependListener('request', (_, response: ServerResponse) => (response.shouldKeepAlive = false));
  // What was asked before is answered over connections that would stay.
  const look = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(look));
}
