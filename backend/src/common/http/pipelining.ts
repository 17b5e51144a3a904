import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser and no proxy asks anew on a connection before it has its answer; whoever does may have so many questions open. */
const MAX_UNANSWERED = 8;
const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Ends a connection that asks on and on without waiting for answers, before anything is kept for its questions.
 * Of a connection that ends, Node closes the answer that was being sent; those in line behind it are closed here, for all who count them.
 */
export function askedInTurn({ socket }: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (socket.destroyed) return;
  const open = unanswered.get(socket) ?? new Set();
  if (open.size >= MAX_UNANSWERED) return void socket.destroy();
  if (!unanswered.has(socket)) {
    unanswered.set(socket, open);
    socket.once('close', () => open.forEach((left) => left.destroy().emit('close')));
  }
  open.add(response);
  response.once('finish', () => open.delete(response));
  next();
}
