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
  /** What the system had taken of it, and when that grew last. */
  taken: Taken;
  movedAt: number;
}

/** Node counts a piece when the system has taken it whole; how much is left of the one on its way, the handle alone knows. */
interface Taken {
  whole: number;
  left: number;
}
type HandledSocket = Socket & { _handle?: { writeQueueSize?: number } | null };

/**
 * Answers that nobody reads stand in memory, whatever their size: a connection on which nothing moves for a minute ends, and where more stands than
 * {@link MOST}, the one on which nothing has moved for longest, at once. What is read slowly moves, within one large piece as well. Nothing is asked of a request for
 * it: connections are looked at twice a second. What the system itself keeps of each connection is bounded by `net.ipv4.tcp_wmem`, see docker/OPERATIONS.md.
 * @returns looks now
 */
export function boundUnread(server: Server, most = MOST, unreadMs = UNREAD_MS): () => void {
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
    const now = performance.now();
    for (const socket of open) {
      if (socket.destroyed || socket.writableLength === 0) known.delete(socket);
      else stand(socket, known, now);
    }
    for (const [socket, { movedAt }] of known) {
      if (now - movedAt < unreadMs) continue;
      known.delete(socket);
      end(socket);
    }
    if (known.size > 0) endTooMany([...known.values()], most);
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
  return look;
}

/** With a reset, or the system would go on keeping what it has. */
function end(socket: Socket): void {
  socket.resetAndDestroy();
}

function stand(socket: HandledSocket, known: Map<Socket, Unread>, now: number): void {
  const bytes = socket.writableLength;
  const taken = { whole: socket.bytesWritten - bytes, left: socket._handle?.writeQueueSize ?? 0 };
  const before = known.get(socket);
  const hasMoved = !before || taken.whole !== before.taken.whole || taken.left !== before.taken.left;
  known.set(socket, { socket, network: networkOf(socket), bytes, taken, movedAt: hasMoved ? now : before.movedAt });
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
  const endOne = (one: Unread): void => {
    end(one.socket);
    sums.set(one.network, (sums.get(one.network) ?? 0) - one.bytes);
    all -= one.bytes;
  };
  const stillest = unread.sort((one, other) => one.movedAt - other.movedAt);
  const ended = new Set<Unread>();
  const endWhere = (isTooMuch: (one: Unread) => boolean): void => {
    for (const one of stillest) {
      if (ended.has(one) || !isTooMuch(one)) continue;
      ended.add(one);
      endOne(one);
    }
  };
  endWhere(({ network }) => network !== '' && (sums.get(network) ?? 0) > most.ofNetwork);
  endWhere(({ network }) => all > most.inAll && (sums.get(network) ?? 0) === Math.max(...sums.values()));
}
