import { isIPv6 } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this size are here as a whole before the other side hears of them. */
const SMALL_BODY = 64 * 1024;

/**
 * The declared body when it is small, once it is here: who declares one and does not send it holds a connection to this process and none behind it.
 * @returns undefined without a body, or for one that is passed on as it comes
 */
export function smallBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!(length > 0 && length <= SMALL_BODY)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The connection ended before the body did.')));
  });
}

/** What one line of the internet has: an IPv4 address, of an IPv6 address the first 64 bits, for it has 2^64 of them. */
export function lineOf(address: string): string {
  const plain = address.replace(/%.*/, '');
  if (!isIPv6(plain)) return address;
  // A name in brackets is written in full groups, with one gap at most.
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = before === '' ? [] : before.split(':');
  const behind = after ? after.split(':').length : 0;
  if (after !== undefined) groups.push(...Array<string>(8 - groups.length - behind).fill('0'));
  return [...groups, ...(after ? after.split(':') : [])].slice(0, 4).join(':');
}

/** At most so many requests of one line are open on the other side; further ones of the same line wait for their turn. */
export class UpstreamLines {
  private readonly open = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Addresses are those of lines, see {@link lineOf}. */
  constructor(private readonly perAddress: number) {}

  /** Starts at once or in turn; the turn is over when the answer is, and missed when nobody waits for it any more. */
  enter(address: string, response: ServerResponse, start: () => void): void {
    const begin = (): void => {
      if (response.destroyed || response.closed) return this.next(address);
      response.once('close', () => this.next(address));
      start();
    };
    const open = this.open.get(address) ?? 0;
    if (open < this.perAddress) {
      this.open.set(address, open + 1);
      return begin();
    }
    const line = this.waiting.get(address) ?? [];
    line.push(begin);
    this.waiting.set(address, line);
  }

  /** Whoever waits takes the place over. */
  private next(address: string): void {
    const line = this.waiting.get(address);
    const following = line?.shift();
    if (line?.length === 0) this.waiting.delete(address);
    // On a stack of its own: thousands may have gone away.
    if (following) return void setImmediate(following);
    const open = (this.open.get(address) ?? 1) - 1;
    if (open > 0) this.open.set(address, open);
    else this.open.delete(address);
  }
}
