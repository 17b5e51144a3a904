import type { MouseEvent } from 'react';
import styles from './skip-link.module.css';

export interface SkipLinkProps {
  children?: string;
}

/** The first thing that Tab reaches: past the header, to the page's `main`. */
export function SkipLink({ children = 'Skip to content' }: SkipLinkProps) {
  return (
    <a href="#main" className={styles.link} onClick={skip}>
      {children}
    </a>
  );
}

/** The address stays as it is: a fragment may be a booking's key. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const main = document.querySelector('main');
  if (!main) return;
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
  main.focus();
  main.scrollIntoView({ block: 'start' });
}
