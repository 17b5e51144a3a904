import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { subnetOf } from '../limits/limits';
import { UNREAD_MS } from './changes-at-work';
import { askerOf, LOOPBACK } from './request-rates';

const MB = 1024 * 1024;
/** Of all connections whose last request came from one network, and of everybody's. */
const MOST = { ofNetwork: 32 * MB, inAll: 128 * MB };
const LOOK_EVERY_MS = 500;

/** A connection whose answer is in memory, since the system takes no more of it. */
interface Unread {
  socket: Socket;
  network: string;
  bytes: number;
  /** What the system had taken in all, and when that grew last. */
  taken: number;
  movedAt: number;
}

/**
 * Answers that nobody reads stand in memory, whatever their size: a connection on which nothing moves for half a minute ends, and where more stands than
 * {@link MOST}, the one on which nothing has moved for longest, at once. What is read slowly moves. Nothing is asked of a request for it: connections are looked at
 * twice a second. What the system itself keeps of each connection is bounded by `net.ipv4.tcp_wmem`, see the README.
 * @returns looks now
 */
export function boundUnread(server: Server, most = MOST): () => void {
  const open = new Set<Socket>();
  const known = new Map<Socket, Unread>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      known.delete(socket);
    });
  });
  const look = (): void => {
    for (const socket of open) {
      if (socket.writableLength > 0) stand(socket, known);
      else if (known.delete(socket) && socket.timeout === UNREAD_MS) socket.setTimeout(0);
    }
    if (known.size > 0) endTooMany([...known.values()], most);
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
  return look;
}

function stand(socket: Socket, known: Map<Socket, Unread>): void {
  const bytes = socket.writableLength;
  const taken = socket.bytesWritten - bytes;
  const one = known.get(socket);
  if (!one) {
    known.set(socket, { socket, network: networkOf(socket), bytes, taken, movedAt: performance.now() });
    // Node sees also what moves within one write, and by default ends what does not.
    if (!socket.timeout) socket.setTimeout(UNREAD_MS);
    return;
  }
  if (taken > one.taken) one.movedAt = performance.now();
  Object.assign(one, { bytes, taken, network: networkOf(socket) });
}

/** This machine itself is one only with the deadline and in all: a proxy that tells nobody's address brings everybody. */
function networkOf(socket: Socket): string {
  const address = askerOf(socket) ?? socket.remoteAddress ?? '';
  return LOOPBACK.test(address) ? '' : subnetOf(address);
}

function endTooMany(unread: Unread[], most: typeof MOST): void {
  const sums = new Map<string, number>();
  let all = 0;
  for (const { network, bytes } of unread) {
    sums.set(network, (sums.get(network) ?? 0) + bytes);
    all += bytes;
  }
  const end = (one: Unread): void => {
    // With a reset, or the system would go on keeping what it has.
    one.socket.resetAndDestroy();
    sums.set(one.network, (sums.get(one.network) ?? 0) - one.bytes);
    all -= one.bytes;
  };
  const stillest = unread.sort((one, other) => one.movedAt - other.movedAt);
  const ended = new Set<Unread>();
  const endWhere = (isTooMuch: (one: Unread) => boolean): void => {
    for (const one of stillest) {
      if (ended.has(one) || !isTooMuch(one)) continue;
      ended.add(one);
      end(one);
    }
  };
  endWhere(({ network }) => network !== '' && (sums.get(network) ?? 0) > most.ofNetwork);
  endWhere(({ network }) => all > most.inAll && (sums.get(network) ?? 0) === Math.max(...sums.values()));
}
