import { Icon } from '@attune/shared-ui/components/icon';
import { momentLabel } from '../../../moment';
import type { Activity } from '../../../wire';
import { actionIcon, actionLabel, detailName, detailText } from '../activity-words';
import styles from './activity-panel.module.css';

/** One entry of the log: what, when, who, and what the log keeps beside that. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { action, timestamp, user_type: userType, user_id: userId } = activity;
  const details = Object.entries(activity.details);
  return (
    <li className={styles.row}>
      <span className={action.endsWith('failed') ? `${styles.sign} ${styles.alarming}` : styles.sign}>
        <Icon name={actionIcon(action)} />
      </span>
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.action}>{actionLabel(action)}</span>
          <time className={styles.time} dateTime={timestamp} title={timestamp}>
            {momentLabel(timestamp)}
          </time>
        </p>
        <p className={styles.actor}>
          {userType}
          {userId !== null && ` · ${userId}`}
        </p>
        {details.length > 0 && (
          <dl className={styles.details}>
            {details.map(([key, value]) => (
              <div key={key}>
                <dt>{detailName(key)}: </dt>
                <dd>
                  <bdi>{detailText(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}
