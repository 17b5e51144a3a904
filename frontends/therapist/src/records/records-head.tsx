import { Button } from '@attune/shared-ui/components/button';
import styles from './records.module.css';

interface RecordsHeadProps {
  title: string;
  subtitle: string;
  newLabel: string;
  /** None where the empty list has the way to the first one. */
  onNew: (() => void) | undefined;
}

/** What the records are, and the way to a new one. */
export function RecordsHead({ title, subtitle, newLabel, onNew }: RecordsHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h2>{title}</h2>
        <p className={styles.soft}>{subtitle}</p>
      </div>
      {onNew && (
        <Button variant="primary" icon="plus" onClick={onNew}>
          {newLabel}
        </Button>
      )}
    </div>
  );
}
