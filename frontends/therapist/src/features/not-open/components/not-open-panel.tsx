import { NotOpenYet } from '@attune/shared-ui/components/not-open-yet';
import type { ReactNode } from 'react';
import styles from './not-open-panel.module.css';

interface NotOpenPanelProps {
  title: string;
  subtitle?: string;
  text: string;
  /** What can be opened from here already. */
  children?: ReactNode;
}

/** The panel of a tab that is not open yet: its own header, and in plain words what will be here. */
export function NotOpenPanel({ title, subtitle, text, children }: NotOpenPanelProps) {
  return (
    <div className={styles.panel}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <NotOpenYet level={3} title="Not open yet" text={text}>
        {children}
      </NotOpenYet>
    </div>
  );
}
