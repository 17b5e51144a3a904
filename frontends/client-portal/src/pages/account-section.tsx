import type { ReactNode } from 'react';
import styles from './account.module.css';

interface AccountSectionProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** One part of the account: what it is about on the left, the card on the right. */
export function AccountSection({ id, title, text, children }: AccountSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.about}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.card}>{children}</div>
    </section>
  );
}
