import { LRUCache } from 'lru-cache';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddress from 'proxy-addr';
import { JSON_TYPE } from '../errors/error.filter';
import { connectionOf, subnetOf } from '../limits/limits';
import { nameRequest } from '../logging/access-log';
import type { Asked } from './asked';
import type { Headers } from './security-headers';

/** What was not asked for in a quiet moment may be asked for at once: of so many seconds. */
const BURST_S = 4;
/** Those of a network together have this many times what one connection has. */
const CONNECTIONS_PER_NETWORK = 2;
/** So much of what a connection may ask for is not taken from its network: who reads a page there is answered, however much two others ask for. */
const OWN_SHARE = 0.04;
/** The own shares of so many connections of a network at a time. */
const OWN_SHARES_PER_NETWORK = 50;
/** Browsers send some twenty, proxies on the way as many again. */
export const MOST_HEADER_LINES = 100;
const MOST_KNOWN = 10_000;
const LONGEST_ADDRESS = 64;
const TOO_FAST = 'Very many requests came from your connection within a second. Please try again in a moment.';
const TOO_MANY_LINES = 'The request has too many header lines.';
/** The machine itself, or a proxy that does not say for whom it asks: then everybody would be counted as one. */
export const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.)/;

/** Tokens that come back with time: no timer, and nothing to tidy up. */
class Bucket {
  private left: number;
  private at = Date.now();

  constructor(
    private readonly perSecond: number,
    private readonly around?: Bucket,
  ) {
    this.left = perSecond * BURST_S;
  }

  /** @returns whether one more is within the rate; then it is counted, in what is around it as well */
  take(now: number): boolean {
    if (now > this.at) {
      this.left = Math.min(this.perSecond * BURST_S, this.left + ((now - this.at) * this.perSecond) / 1_000);
      this.at = now;
    }
    if (this.left < 1 || this.around?.take(now) === false) return false;
    this.left -= 1;
    return true;
  }
}

/** What is left to a connection: first of what its network shares, then of its own. */
interface Rate {
  shared: Bucket;
  own: Bucket;
}

const ASKER = Symbol('asker');
/** Who asked last over a connection to a client or a proxy: most ask again. */
type AskerSocket = Socket & { [ASKER]?: { address: string; forwarded: string | string[] | undefined; rate: Rate | null } };

/** The address of whom the last request over a connection was for; undefined before the first. */
export const askerOf = (socket: AskerSocket): string | undefined => socket[ASKER]?.address;

/**
 * So many requests a second of one connection, and at most four times as many of its network, in this process: what is refused at once, such as a path that is not there,
 * takes no place in any line and still takes the process's time. Far more than people and their screens ask for. Whoever asks from this machine is not counted.
 */
export class RequestRates {
  private readonly connections = new LRUCache<string, Rate>({ max: MOST_KNOWN });
  private readonly networks = new LRUCache<string, Rate>({ max: MOST_KNOWN });

  /** @param trust whether a proxy is trusted, as `proxy-addr` asks */
  constructor(
    private readonly perSecond: number,
    private readonly trust: (address: string, hops: number) => boolean,
  ) {}

  /** Whether one more is within the rate of whoever asks; then it is counted. */
  admits(request: Asked): boolean {
    const socket = request.socket as AskerSocket;
    const forwarded = request.headers['x-forwarded-for'];
    let asker = socket[ASKER];
    if (!asker || asker.forwarded !== forwarded) {
      // What is longer than any address is nobody's, and not kept whole.
      const address = proxyAddress(request, this.trust).slice(0, LONGEST_ADDRESS);
      asker = socket[ASKER] = { address, forwarded, rate: this.rateOf(address) };
    }
    const { rate } = asker;
    const now = Date.now();
    return rate === null || rate.shared.take(now) || rate.own.take(now);
  }

  private rateOf(address: string): Rate | null {
    if (LOOPBACK.test(address)) return null;
    const connection = connectionOf(address);
    let rate = this.connections.get(connection);
    if (!rate) {
      const network = subnetOf(address);
      const [own, shared] = [this.perSecond * OWN_SHARE, this.perSecond * (1 - OWN_SHARE)];
      let around = this.networks.get(network);
      if (!around) this.networks.set(network, (around = { own: new Bucket(own * OWN_SHARES_PER_NETWORK), shared: new Bucket(shared * CONNECTIONS_PER_NETWORK) }));
      this.connections.set(connection, (rate = { own: new Bucket(own, around.own), shared: new Bucket(shared, around.shared) }));
    }
    return rate;
  }
}

/** Refuses what comes too fast, and what has too many header lines, before anything else is made of it: no body is read, and no line is logged. */
export function atAnyRate(rates: RequestRates, headers: Headers, usual: RequestListener): RequestListener {
  const refuse = (request: Asked, response: ServerResponse, status: number, detail: string, more: string[]): void => {
    const id = nameRequest(request);
    const body = JSON.stringify({ detail, request_id: id });
    // What it sends is not waited for.
    const ends = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined ? ['Connection', 'close'] : [];
    response.writeHead(status, [...headers.flat(), 'X-Request-Id', id, 'Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body)), ...ends, ...more]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  return (request: Asked, response) => {
    // Reset before it was accepted: it tells no address, and may have left a request all the same, which nobody waits for.
    if (request.socket.remoteAddress === undefined) return void request.socket.destroy();
    // Names and values.
    if (request.rawHeaders.length > 2 * MOST_HEADER_LINES) return refuse(request, response, 431, TOO_MANY_LINES, ['Connection', 'close']);
    if (!rates.admits(request)) return refuse(request, response, 429, TOO_FAST, ['Retry-After', '1']);
    usual(request, response);
  };
}
