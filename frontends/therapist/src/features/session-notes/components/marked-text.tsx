import { type ReactNode, useEffect, useRef } from 'react';
import type { Place } from '../cited-place';
import type { FilePage } from '../file-reading.api';
import { readingMessages as messages } from '../reading-messages';
import styles from './file-text.module.css';
import marks from './note-analysis.module.css';

type Unsure = FilePage['unsure'][number];

interface MarkedTextProps {
  text: string;
  unsure: readonly Unsure[];
  /** What a statement of the analysis rests on. */
  cited?: Place | null;
}

/** A text with the words marked that were read with little confidence, and with the sentence in view that somebody asked for. */
export function MarkedText({ text, unsure, cited = null }: MarkedTextProps) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => mark.current?.scrollIntoView?.({ block: 'nearest' }), [cited]);
  const part = (start: number, end: number) => withUnsure(text, unsure, start, end);
  return (
    <div dir="auto" className={styles.content}>
      {cited === null ? (
        part(0, text.length)
      ) : (
        <>
          {part(0, cited.start)}
          <mark ref={mark} className={marks.mark}>
            {part(cited.start, cited.end)}
          </mark>
          {part(cited.end, text.length)}
        </>
      )}
    </div>
  );
}

function withUnsure(text: string, unsure: readonly Unsure[], from: number, to: number): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = from;
  for (const { start, end, confidence } of [...unsure].sort((a, b) => a.start - b.start)) {
    // Whatever the server says, no part stands there twice.
    if (start < at || end <= start || end > to) continue;
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className={styles.unsure} title={messages.unsureWord(confidence)}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at, to));
  return parts;
}
