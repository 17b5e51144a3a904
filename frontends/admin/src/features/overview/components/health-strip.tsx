import { Icon, type IconName } from '@attune/shared-ui/components/icon';
import { formatNumber } from '@attune/shared-ui/format';
import clsx from 'clsx';
import { useId } from 'react';
import type { Operation } from '../../../wire';
import { overviewMessages as messages } from '../messages';
import { sizeLabel, waitLabel } from '../operation-words';
import styles from './health-strip.module.css';

interface Sign {
  name: string;
  icon: IconName;
  value: string;
  hint: string;
  /** Somebody should look at it. */
  alarming?: boolean;
}

/** A job that waits so long waits for something that does not come. */
const LONG_WAIT_MS = 5 * 60_000;
/** Less of the disk than a tenth, or than a gigabyte, is soon full. */
const LITTLE = 0.1;
const LITTLE_BYTES = 1e9;

/** How the installation runs, at a glance: jobs, mails, storage, version. */
export function HealthStrip({ operation, now }: { operation: Operation; now: number }) {
  const title = useId();
  return (
    <section className={styles.strip} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {messages.health}
      </h2>
      <dl className={styles.signs}>
        {signsOf(operation, now).map(({ name, icon, value, hint, alarming = false }) => (
          <div key={name} className={clsx(styles.sign, alarming && styles.alarming)}>
            <dt className={styles.name}>
              <Icon name={alarming ? 'alert' : icon} size={16} />
              {name}
            </dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.hint}>{hint}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function signsOf({ jobs_waiting: jobs, oldest_job_at: oldest, mails_sent_last_hour: sent, mails_failed: failed, storage, version }: Operation, now: number): Sign[] {
  const { database_bytes: database, files_bytes: files, disk_free_bytes: free, disk_bytes: disk, kind } = storage;
  const waited = oldest === null ? 0 : Math.max(0, now - Date.parse(oldest));
  const kept = `${sizeLabel(files)} of files ${kind === 's3' ? 'in the bucket' : 'on this disk'}`;
  return [
    { name: 'Jobs waiting', icon: 'list', value: formatNumber(jobs), hint: jobs === 0 ? 'nothing is in line' : 'in line now' },
    {
      name: 'Oldest job',
      icon: 'clock',
      value: oldest === null ? 'None' : waitLabel(waited),
      hint: oldest === null ? 'none is waiting' : 'has waited so long',
      alarming: waited > LONG_WAIT_MS,
    },
    { name: 'Mails sent', icon: 'mail', value: formatNumber(sent), hint: 'within the last hour' },
    { name: 'Mails failed', icon: 'mail', value: formatNumber(failed), hint: failed === 0 ? 'none was given up' : 'given up, see failed jobs', alarming: failed > 0 },
    {
      name: 'Storage',
      icon: 'file',
      value: sizeLabel(database + files),
      hint: free === null ? kept : `${kept}, ${sizeLabel(free)} free`,
      alarming: free !== null && disk !== null && (free < disk * LITTLE || free < LITTLE_BYTES),
    },
    { name: 'Version', icon: 'info', value: version, hint: 'of Attune' },
  ];
}
