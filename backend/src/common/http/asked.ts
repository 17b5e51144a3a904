import type { IncomingMessage } from 'node:http';
import type { Span } from '../tracing/tracing';

/** A request on either way: past Express, or through it. */
export interface Asked extends IncomingMessage {
  /** Of the client, by the proxies that are trusted. */
  ip?: string | undefined;
  /** See `nameRequest`. */
  requestId?: string;
  /** Express's own, or what stands for it: its path is the pattern. */
  route?: unknown;
  /** Where it is traced. */
  span?: Span | undefined;
}
