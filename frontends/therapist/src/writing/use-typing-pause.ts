import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 250;

/** What is typed, once somebody pauses. */
export function useTypingPause(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
