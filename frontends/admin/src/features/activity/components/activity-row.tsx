import { Icon } from '@attune/shared-ui/components/icon';
import { Link } from '@attune/shared-ui/runtime';
import { useWordsState } from '@attune/shared-ui/search-params';
import { momentLabel } from '../../../moment';
import type { Activity } from '../../../wire';
import { predicate } from '../activity-sentences';
import { actionIcon, actionLabel, detailName, detailText } from '../activity-words';
import { activityMessages as messages } from '../messages';
import styles from './activity-panel.module.css';

interface ActivityRowProps {
  activity: Activity;
  /** It and those folded into it, the latest first. */
  entries: readonly Activity[];
}

/** One line of the log: who did what, when, how often, and what the log keeps beside that. */
export function ActivityRow({ activity, entries }: ActivityRowProps) {
  const { action, user_type: userType, user_id: userId } = activity;
  const details = Object.entries(activity.details);
  return (
    <li className={styles.row}>
      <span className={action.endsWith('failed') || 'not_written_by_attune' in activity.details ? `${styles.sign} ${styles.alarming}` : styles.sign}>
        <Icon name={actionIcon(action)} />
      </span>
      <div className={styles.words}>
        <div className={styles.line}>
          <Sentence activity={activity} />
          <Moment activity={activity} />
        </div>
        {entries.length > 1 && <Repeats entries={entries} />}
        <p className={styles.actor}>
          <span className={styles.action}>{actionLabel(action)}</span>
          <span>{userType}</span>
          {userId !== null && <span>{userId}</span>}
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

/** 'Dr. Okonkwo cancelled a client’s session': therapists and administrators by name, clients never. */
function Sentence({ activity }: { activity: Activity }) {
  const { action, user_type: userType, user_name: name, user_id: userId, subject_name: subject, details } = activity;
  // Whoever changed their own account is named once.
  const other = subject !== null && details['subject_id'] !== userId ? subject : null;
  return (
    <p className={styles.sentence}>
      <span className={styles.who}>
        {name === null ? messages.nobody[userType] : <Person name={name} therapist={userType === 'therapist'} />}
      </span>{' '}
      {predicate(action, userType)}
      {other !== null && (
        <>
          {' '}
          <span className={styles.who}>
            <Person name={other} therapist={details['subject_type'] !== 'administrator'} />
          </span>
        </>
      )}
    </p>
  );
}

/** A therapist's name leads to their row in the list. */
function Person({ name, therapist }: { name: string; therapist: boolean }) {
  const stateOf = useWordsState();
  if (!therapist) return <bdi>{name}</bdi>;
  return (
    <Link to="/admin/dashboard?tab=therapists" state={stateOf({ q: name })}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** How often, and each time on demand. */
function Repeats({ entries }: { entries: readonly Activity[] }) {
  const first = entries.at(-1);
  return (
    <details className={styles.repeats}>
      <summary>
        {entries.length} times{first && `, since ${momentLabel(first.timestamp)}`}
      </summary>
      <ol className={styles.times}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Moment activity={entry} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Moment({ activity: { timestamp } }: { activity: Activity }) {
  return (
    <time className={styles.time} dateTime={timestamp} title={timestamp}>
      {momentLabel(timestamp)}
    </time>
  );
}
