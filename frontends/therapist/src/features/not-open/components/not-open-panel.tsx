import { NotOpenYet } from '@attune/shared-ui/components/not-open-yet';
import styles from './not-open-panel.module.css';

interface NotOpenPanelProps {
  title: string;
  subtitle?: string;
  text: string;
}

/** The panel of a tab that is not open yet: its own header, and in plain words what will be here. */
export function NotOpenPanel({ title, subtitle, text }: NotOpenPanelProps) {
  return (
    <div className={styles.panel}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <NotOpenYet level={3} title="Not open yet" text={text} />
    </div>
  );
}
