import { createSignal } from './signal';

/**
 * Whether the server answers, as the page's own calls have found it. `server-down` is an answer from something in front of
 * the product (502, 504) or its own 503.
 */
export type Connection = 'ok' | 'unreachable' | 'server-down';

export const connection = createSignal<Connection>('ok');

const DOWN = new Set([502, 503, 504]);

/** Called with the status of every answer, 0 when none came. */
export function noteAnswer(status: number): void {
  if (status === 0) connection.set('unreachable');
  else connection.set(DOWN.has(status) ? 'server-down' : 'ok');
}
