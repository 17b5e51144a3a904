import { Button } from '@attune/shared-ui/components/button';
import { momentLabel } from '../../../moment';
import type { FailedJob } from '../../../wire';
import styles from './failed-jobs-card.module.css';

interface JobRowProps {
  job: FailedJob;
  /** A change of this row is on its way. */
  busy: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

/** One failed job. */
export function JobRow({ job, busy, onRetry, onDiscard }: JobRowProps) {
  const when = momentLabel(job.failed_at);
  const which = `${job.job}, failed ${when}`;
  return (
    <li className={styles.row} aria-busy={busy || undefined}>
      <h3 className={styles.name}>{job.job}</h3>
      <p className={styles.reason}>{job.reason}</p>
      <p className={styles.soft}>
        Failed <time dateTime={job.failed_at}>{when}</time> after {job.attempts === 1 ? 'one attempt' : `${job.attempts} attempts`} · queue {job.queue}
      </p>
      <div className={styles.actions}>
        <Button size="sm" icon="repeat" loading={busy} aria-label={`Retry: ${which}`} onClick={onRetry}>
          Retry
        </Button>
        <Button size="sm" variant="quiet" disabled={busy} aria-label={`Discard: ${which}`} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}
