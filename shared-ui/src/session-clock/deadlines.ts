/**
 * When a session ends, by this device's clock, in milliseconds since 1970. Apart from the session's clock, because the runtime
 * needs it on every first view, and the clock only once somebody is signed in.
 */
export interface Deadlines {
  /** Without a sign of life. */
  idle: number;
  /** In any case. */
  absolute: number;
}

/** What the server says of a session's end, moved to this device's clock by the answer's own time. */
export function deadlinesFrom(session: { idle_expires_at: string; absolute_expires_at: string }, response: Response): Deadlines {
  const ahead = clockLead(response);
  return { idle: Date.parse(session.idle_expires_at) + ahead, absolute: Date.parse(session.absolute_expires_at) + ahead };
}

/** How far this device's clock is ahead of the server's, in milliseconds. */
function clockLead(response: Response): number {
  const serverTime = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(serverTime) ? 0 : Date.now() - serverTime;
}
