import { formatElapsed } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import { useState } from 'react';

const TICK_MS = 1_000;

/** Seconds that run down to nothing; `left` is '0:42', or undefined once they are over. */
export function useCountdown(seconds: number) {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const remaining = Math.ceil((until - Date.now()) / 1000);
  useNow(TICK_MS, remaining > 0);
  return {
    left: remaining > 0 ? formatElapsed(remaining) : undefined,
    restart: (again: number) => setUntil(Date.now() + again * 1000),
  };
}
