import { buttonClass } from '@attune/shared-ui/components/Button';
import { Card } from '@attune/shared-ui/components/Card';
import { Link } from '@attune/shared-ui/runtime';
import { profileMessages } from '../messages';
import styles from './welcome-card.module.css';

/** What a therapist sees before there is a profile. */
export function WelcomeCard() {
  return (
    <Card padding="lg" as="section" aria-label="Welcome">
      <div className={styles.card}>
        <svg className={styles.drawing} viewBox="0 0 120 84" aria-hidden="true" focusable="false">
          <path d="M8 74h104" />
          <path d="M26 74V50a14 14 0 0 1 28 0v24M22 74V58a6 6 0 0 1 12 0M46 58a6 6 0 0 1 12 0v16" />
          <path d="M66 74V50a14 14 0 0 1 28 0v24M62 74V58a6 6 0 0 1 12 0M86 58a6 6 0 0 1 12 0v16" />
          <circle className={styles.sun} cx="60" cy="18" r="9" />
        </svg>
        <h2 className={styles.title}>Welcome to Attune</h2>
        <p className={styles.text}>{profileMessages.welcomeText}</p>
        <Link to="/profile" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Set Up Profile
        </Link>
      </div>
    </Card>
  );
}
