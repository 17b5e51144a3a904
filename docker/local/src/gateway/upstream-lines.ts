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

/** At most so many requests of one address are open on the other side; further ones of the same address wait for their turn. */
export class UpstreamLines {
  private readonly open = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

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
