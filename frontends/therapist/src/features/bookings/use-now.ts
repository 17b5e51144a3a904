import { useEffect, useState } from 'react';

/** The present moment, refreshed while the page is open, so that "in 18 min" and the undo window stay true. */
export function useNow(everyMs = 15_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
