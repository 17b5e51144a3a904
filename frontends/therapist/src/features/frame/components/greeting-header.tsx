import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Link, toast, useSession } from '@attune/shared-ui/runtime';
import { frameMessages } from '../messages';
import styles from './greeting-header.module.css';

interface GreetingHeaderProps {
  greeting: string;
  /** What the day holds. */
  line?: string;
  /** The greeting leads the page; otherwise it is small, for the open tab's own heading does. */
  leads: boolean;
}

/** Greeting, Profile, Logout. */
export function GreetingHeader({ greeting, line, leads }: GreetingHeaderProps) {
  const session = useSession();
  const logout = async () => {
    await session.logout();
    toast.success(frameMessages.loggedOut);
  };

  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={leads ? styles.large : styles.small}>
          <bdi>{greeting}</bdi>
        </h1>
        {line !== undefined && <p className={styles.line}>{line}</p>}
      </div>
      <div className={styles.actions}>
        <Link to="/profile" className={buttonClass({ variant: 'secondary' })}>
          Profile
        </Link>
        <Button variant="quiet" icon="log-out" onClick={() => void logout()}>
          Logout
        </Button>
      </div>
    </header>
  );
}
