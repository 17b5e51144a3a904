import { SecondFactorCard } from './second-factor-card';
import styles from './security.module.css';
import { SessionsCard } from './sessions-card';

/** The profile page's security part. */
export function SecurityCards({ unsaved }: { unsaved: boolean }) {
  return (
    <div className={styles.cards}>
      <SecondFactorCard />
      <SessionsCard unsaved={unsaved} />
    </div>
  );
}
