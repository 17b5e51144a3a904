import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf, subnetOf } from '../limits/limits';

/** A browser opens six; behind one address of an office are many of them. */
const MOST_OF_CONNECTION = 128;
/** A fourth of what a process takes in all: whoever has more addresses of one network than people have does not take the others'. */
const MOST_OF_NETWORK = 500;

/** So many of one line, and of one network, at a time. */
export class FewAtOnce {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly mostOfConnection: number,
    private readonly mostOfNetwork: number,
  ) {}

  /** @returns ends it; undefined where one more is too many */
  enter(address: string): (() => void) | undefined {
    const [line, network] = [`line ${connectionOf(address)}`, `network ${subnetOf(address)}`];
    if (this.count(line) >= this.mostOfConnection || this.count(network) >= this.mostOfNetwork) return undefined;
    for (const key of [line, network]) this.open.set(key, this.count(key) + 1);
    return () => {
      for (const key of [line, network]) {
        const left = this.count(key) - 1;
        if (left <= 0) this.open.delete(key);
        else this.open.set(key, left);
      }
    };
  }

  private count(key: string): number {
    return this.open.get(key) ?? 0;
  }
}

/**
 * So many open connections of one line, and of one network, whether or not anything is asked over them: one more is closed at once. A proxy is not counted: it says
 * only with each request for whom it asks; nor is the machine itself.
 * @param isProxy whether an address is a proxy's or this machine's
 */
export function fewConnections(server: Server, isProxy: (address: string) => boolean): void {
  const few = new FewAtOnce(MOST_OF_CONNECTION, MOST_OF_NETWORK);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const leave = few.enter(address);
    if (!leave) return void socket.destroy();
    socket.once('close', leave);
  });
}
