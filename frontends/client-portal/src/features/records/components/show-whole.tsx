import { Button } from '@attune/shared-ui/components/button';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { recordMessages as messages } from '../messages';
import type { Whole } from '../use-whole';
import styles from './records.module.css';

/** Opens all of something that is shown with its beginning, and closes it. */
export function ShowWhole({ whole, label }: { whole: Whole<unknown>; label: string }) {
  const { data, isLoading, error, toggle } = whole;
  const isOpen = data !== undefined;
  return (
    <>
      {error !== null && (
        <p role="alert" className={styles.failed}>
          {refusalText(error, messages.wholeFailed)}
        </p>
      )}
      <Button variant="quiet" size="sm" className={styles.more} loading={isLoading} aria-expanded={isOpen} onClick={toggle}>
        {error !== null ? messages.tryAgain : isOpen ? messages.showLess : label}
      </Button>
    </>
  );
}
