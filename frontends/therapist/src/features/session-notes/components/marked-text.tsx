import type { ReactNode } from 'react';
import type { FilePage } from '../file-reading.api';
import { readingMessages as messages } from '../reading-messages';
import styles from './file-text.module.css';

type Unsure = FilePage['unsure'][number];

/** A text with the words marked that were read with little confidence. */
export function MarkedText({ text, unsure }: { text: string; unsure: readonly Unsure[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, confidence } of [...unsure].sort((a, b) => a.start - b.start)) {
    // Whatever the server says, no part stands there twice.
    if (start < at || end <= start || end > text.length) continue;
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className={styles.unsure} title={messages.unsureWord(confidence)}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return (
    <div dir="auto" className={styles.content}>
      {parts}
    </div>
  );
}
