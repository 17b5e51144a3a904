import { useRef, useState } from 'react';
import { Button } from '@attune/shared-ui/components/Button';
import { Dialog } from '@attune/shared-ui/components/Dialog';
import { toast, useSession } from '@attune/shared-ui/runtime';
import { extendSession } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';
import type { Deadlines } from './idle-phase';
import styles from './IdleWarning.module.css';

interface Props {
  /** Milliseconds until the session ends. */
  left: number;
  limit: keyof Deadlines;
}

/** The last two minutes of a session. */
export function IdleWarning({ left, limit }: Props) {
  const { logout } = useSession();
  const [extending, setExtending] = useState(false);
  const [hidden, setHidden] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const movable = limit === 'idle';

  const stay = () => {
    setExtending(true);
    extendSession()
      .catch(() => toast.error(messages.extendFailed))
      .finally(() => setExtending(false));
  };

  return (
    <Dialog
      open={!hidden}
      onOpenChange={() => (movable ? stay() : setHidden(true))}
      title={movable ? messages.idleTitle : messages.absoluteTitle}
      description={movable ? messages.idleText : messages.absoluteText}
      size="sm"
      dismissible={!movable}
      initialFocus={safe}
      footer={
        <>
          <Button variant={movable ? 'secondary' : 'primary'} onClick={() => void logout()}>
            {messages.logOut}
          </Button>
          {movable && (
            <Button ref={safe} variant="primary" loading={extending} onClick={stay}>
              {messages.staySignedIn}
            </Button>
          )}
        </>
      }
    >
      <p role="timer" aria-label={messages.idleRemaining} className={styles.left}>
        {clock(left)}
      </p>
    </Dialog>
  );
}

function clock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
