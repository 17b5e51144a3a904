import { useEffect, useRef } from 'react';
import type { Place } from '../cited-place';
import styles from './note-details.module.css';
import marks from './note-analysis.module.css';

interface NoteContentProps {
  children: string;
  /** What a statement of the analysis rests on. */
  cited: Place | null;
}

/** What the therapist wrote, with the sentence in view that somebody asked for. */
export function NoteContent({ children: text, cited }: NoteContentProps) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    mark.current?.scrollIntoView?.({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  }, [cited]);
  return (
    <div dir="auto" className={styles.content}>
      {cited === null ? (
        text
      ) : (
        <>
          {text.slice(0, cited.start)}
          <mark ref={mark} className={marks.mark}>
            {text.slice(cited.start, cited.end)}
          </mark>
          {text.slice(cited.end)}
        </>
      )}
    </div>
  );
}
