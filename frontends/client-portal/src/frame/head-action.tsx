import { Button } from '@attune/shared-ui/components/button';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import styles from './head-action.module.css';

/** The quiet button in a card's head, which ends where the content does. */
export function HeadAction({ label, about, onPress }: { label: string; about?: string; onPress: () => void }) {
  return (
    <Button variant="quiet" size="sm" className={styles.action} onClick={onPress}>
      <span>
        {label} {about !== undefined && <VisuallyHidden>{about}</VisuallyHidden>}
      </span>
    </Button>
  );
}
