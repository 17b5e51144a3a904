import type { ReactNode } from 'react';
import styles from './settings-section.module.css';

interface SettingsSectionProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** One part of a settings page: what it is about on the left, the card on the right. */
export function SettingsSection({ id, title, text, children }: SettingsSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </section>
  );
}
