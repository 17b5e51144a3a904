import type { MouseEvent } from 'react';
import { messages } from '../messages';
import { focusContent } from './arrival';
import styles from './skip-to-content.module.css';

/** The first thing that Tab reaches: past the header, to the content. */
export function SkipToContent() {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    focusContent();
  };
  return (
    <a href="#main" className={styles.link} onClick={skip}>
      {messages.skipToContent}
    </a>
  );
}
