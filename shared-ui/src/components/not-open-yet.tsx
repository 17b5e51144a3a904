import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './not-open-yet.module.css';

export interface NotOpenYetProps {
  title: string;
  text: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
}

/** Says in plain words that a part of the product does not work yet, and what to do instead. */
export function NotOpenYet({ title, text, level = 2, children }: NotOpenYetProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.panel}>
      <span className={styles.sign}>
        <Icon name="clock" size={20} />
      </span>
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        <div className={styles.text}>{text}</div>
        {children && <div className={styles.more}>{children}</div>}
      </div>
    </div>
  );
}
