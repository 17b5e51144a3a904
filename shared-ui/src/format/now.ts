import { useEffect, useState } from 'react';

/** The present moment, refreshed every so many milliseconds while `running`; milliseconds since 1970. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running]);
  return now;
}
