import { useId, type ReactNode } from 'react';
import styles from './showcase.module.css';

export interface SectionProps {
  title: string;
  layout?: 'grid' | 'wide' | 'row';
  children: ReactNode;
}

/** One group of the showcase. */
export function Section({ title, layout = 'grid', children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles[layout]}>{children}</div>
    </section>
  );
}
