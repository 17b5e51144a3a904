import type { Deadlines } from './deadlines';

export interface IdlePhase {
  phase: 'quiet' | 'warning' | 'over';
  /** Which limit comes first; only the idle one can be moved. */
  limit: keyof Deadlines;
  /** Milliseconds until the session ends, never negative. */
  left: number;
}

export const WARN_BEFORE_MS = 2 * 60 * 1000;

/** Where a session stands between its last sign of life and its end. */
export function idlePhase({ idle, absolute }: Deadlines, now: number): IdlePhase {
  const limit = absolute <= idle ? 'absolute' : 'idle';
  const left = Math.max(0, Math.min(idle, absolute) - now);
  return { phase: left === 0 ? 'over' : left <= WARN_BEFORE_MS ? 'warning' : 'quiet', limit, left };
}
