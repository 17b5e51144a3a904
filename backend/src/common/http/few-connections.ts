import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf, subnetOf } from '../limits/limits';

/** A browser opens six; behind one address of an office are many of them. */
const MOST_OF_CONNECTION = 128;
/** A fourth of what a process takes in all: whoever has more addresses of one network than people have does not take the others'. */
const MOST_OF_NETWORK = 500;

/**
 * So many open connections of one line, and of one network, whether or not anything is asked over them: one more is closed at once. A proxy is not counted: it
 * counts by itself, as the README says, and says only with each request for whom it asks; nor is the machine itself.
 * @param isProxy whether an address is a proxy's or this machine's
 */
export function fewConnections(server: Server, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>();
  const enter = (key: string, most: number): boolean => {
    const now = (open.get(key) ?? 0) + 1;
    if (now > most) return false;
    open.set(key, now);
    return true;
  };
  const leave = (key: string): void => {
    const left = (open.get(key) ?? 1) - 1;
    if (left === 0) open.delete(key);
    else open.set(key, left);
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const [line, network] = [`line ${connectionOf(address)}`, `network ${subnetOf(address)}`];
    if (!enter(line, MOST_OF_CONNECTION)) return void socket.destroy();
    if (!enter(network, MOST_OF_NETWORK)) {
      leave(line);
      return void socket.destroy();
    }
    socket.once('close', () => {
      leave(line);
      leave(network);
    });
  });
}
