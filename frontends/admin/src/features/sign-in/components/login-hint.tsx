import { Button } from '@attune/shared-ui/components/button';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { type Credentials, loginHintQuery } from '../sign-in.api';
import { messages } from '../messages';
import styles from './sign-in.module.css';

interface LoginHintProps {
  onUse: (credentials: Credentials) => void;
  disabled: boolean;
}

/** The development administrator's credentials, or, where there are none to show, how an administrator is made. */
export function LoginHint({ onUse, disabled }: LoginHintProps) {
  const { data: hint, isPending } = useQuery(loginHintQuery());
  if (isPending) return <Skeleton height={96} radius="lg" />;
  if (hint === undefined) return null;
  if (hint === null) return <p className={styles.soft}>{messages.noHint}</p>;
  return (
    <aside className={styles.hint} aria-label={messages.hintTitle}>
      <div>
        <h2 className={styles.hintTitle}>{messages.hintTitle}</h2>
        <dl className={styles.pairs}>
          <dt>{messages.username}</dt>
          <dd>{hint.username}</dd>
          <dt>{messages.password}</dt>
          <dd>{hint.password}</dd>
        </dl>
        <p className={styles.soft}>{messages.hintText}</p>
      </div>
      <Button size="sm" disabled={disabled} onClick={() => onUse(hint)}>
        {messages.hintUse}
      </Button>
    </aside>
  );
}
