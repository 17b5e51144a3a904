import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Link } from '@attune/shared-ui/runtime';
import { therapistMessages as messages } from '../messages';
import styles from './absent-therapist.module.css';

/** There is nobody at this address. */
export function TherapistNotFound({ text }: { text: string }) {
  return (
    <div className={styles.place}>
      <Card padding="lg">
        <h1 className={styles.title}>{messages.notFoundTitle}</h1>
        <p className={styles.text}>{text}</p>
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {messages.backHome}
        </Link>
      </Card>
    </div>
  );
}

/** The page did not come; it may, next time. */
export function TherapistLoadFailed({ retry, retrying }: { retry: () => void; retrying: boolean }) {
  return (
    <div className={styles.place}>
      <ErrorPanel
        level={1}
        title={messages.loadFailedTitle}
        text={messages.loadFailedText}
        onRetry={retry}
        retryLabel={messages.tryAgain}
        retrying={retrying}
      />
    </div>
  );
}
