import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Link } from '@attune/shared-ui/runtime';
import { PublicHeader } from '../../../site/public-header';
import { landingMessages as messages } from '../messages';
import styles from './landing-header.module.css';

/** The landing page's head: two ways to look around, two ways in. */
export function LandingHeader({ onDemo, onSignIn }: { onDemo: () => void; onSignIn: () => void }) {
  const link = buttonClass({ variant: 'quiet' });
  return (
    <PublicHeader>
      <nav className={styles.nav} aria-label="Main">
        <Link to="/pricing" className={link}>
          {messages.pricing}
        </Link>
        <Link to="/client/login" className={link}>
          {messages.clientPortal}
        </Link>
        <Button variant="quiet" onClick={onDemo}>
          {messages.viewDemo}
        </Button>
        <Button className={styles.signIn} onClick={onSignIn}>
          {messages.forTherapists}
        </Button>
      </nav>
    </PublicHeader>
  );
}
