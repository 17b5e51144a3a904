/** Why somebody is at the sign-in again, and where they were; travels in the history's state, not in the address. */
export interface Departure {
  left?: 'expired' | 'logout' | 'guarded';
  from?: string;
}

const CAUSES: readonly unknown[] = ['expired', 'logout', 'guarded'];
const AREA = /^\/admin\/(?!login)/;

/** Reads a history entry's state; what is not a departure of this area counts as none. */
export function arrivalFrom(state: unknown): Departure {
  if (typeof state !== 'object' || state === null) return {};
  const { left, from } = state as Record<string, unknown>;
  return {
    ...(CAUSES.includes(left) && { left: left as Departure['left'] }),
    ...(typeof from === 'string' && AREA.test(from) && { from }),
  };
}
