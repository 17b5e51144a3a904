import { useEffect, useRef } from 'react';
import { isFocusLost } from '../../lost-focus';

/**
 * What was pressed may be gone with what it changed: then the focus is on the part's own heading.
 * @param isAsking a window asks about it
 * @param shown changes with what is on the screen
 */
export function useHeldFocus<Place extends HTMLElement>(isAsking: boolean, shown: unknown) {
  const place = useRef<Place>(null);
  const isAtWork = useRef(false);
  useEffect(() => {
    if (isAsking) isAtWork.current = true;
    if (isAsking || !isAtWork.current) return undefined;
    // After a window that closed has given the focus back to what may be gone.
    const timer = setTimeout(() => isFocusLost() && place.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [isAsking, shown]);
  return {
    place,
    acted: () => {
      isAtWork.current = true;
    },
  };
}
