import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import styles from './bookings-list.module.css';

/** What is this near to the window is drawn already when it comes into it, also by Tab. */
const NEAR = '600px 0px';
/** Of a row that nobody has seen yet. */
const ROW_PX = 150;

/**
 * Whether a part of the page is near the window or has the focus; always where a browser cannot tell. The browser lags behind a key
 * held down: what has just been given the focus must not go before it has told where the window is.
 * @param isTaken it counts as near from when this is true until the browser says otherwise
 * @param onLeave told its height when it is not any more
 * @returns whether it is, and what to call when the focus comes into it
 */
export function useNear(box: RefObject<HTMLElement | null>, isTaken: boolean, onLeave?: (height: number) => void): readonly [isNear: boolean, onFocus: () => void] {
  const [isNear, setNear] = useState(isTaken);
  const [wasTaken, setWasTaken] = useState(isTaken);
  if (isTaken !== wasTaken) {
    setWasTaken(isTaken);
    if (isTaken) setNear(true);
  }
  const left = useRef(onLeave);
  useEffect(() => {
    left.current = onLeave;
  });

  useEffect(() => {
    const { current } = box;
    if (current === null || typeof IntersectionObserver === 'undefined') {
      setNear(true);
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        const keeps = entry.isIntersecting || current.contains(document.activeElement);
        // In slices: the reader is scrolling.
        startTransition(() => {
          if (!keeps) left.current?.(entry.boundingClientRect.height);
          setNear(keeps);
        });
      },
      { rootMargin: NEAR },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return [isNear, () => setNear(true)];
}

interface WhileNearProps {
  /** How many rows it holds. */
  rows: number;
  /** Drawn wherever the window is. */
  always: boolean;
  children: ReactNode;
}

/** A part of a long list, drawn while it is near the window or has the focus; elsewhere its height keeps its place. */
export function WhileNear({ rows, always, children }: WhileNearProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(rows * ROW_PX);
  const [isNear, onFocus] = useNear(box, always, setHeight);
  const isDrawn = isNear || always;
  return (
    <div ref={box} onFocus={onFocus} className={styles.part} style={isDrawn ? undefined : { height }}>
      {isDrawn && children}
    </div>
  );
}
