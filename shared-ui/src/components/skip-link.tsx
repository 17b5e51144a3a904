import type { ReactNode } from 'react';
import styles from './skip-link.module.css';

export interface SkipLinkProps {
  href?: string;
  children?: ReactNode;
}

/** The first thing that Tab reaches: past the header, to the content. */
export function SkipLink({ href = '#main', children = 'Skip to content' }: SkipLinkProps) {
  return (
    <a href={href} className={styles.link}>
      {children}
    </a>
  );
}
