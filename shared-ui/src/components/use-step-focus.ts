import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to what holds a step when another step takes its place there, unless that one took it itself: the button
 * that was pressed is gone, and the keyboard must not start anew at the top of the page.
 */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (!holder.current?.contains(document.activeElement)) holder.current?.focus();
  }, [step]);
  return holder;
}
