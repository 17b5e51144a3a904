import { useRef, useState } from 'react';
import type { Deadlines } from '../session-clock/deadlines';
import { Button } from './button';
import { Dialog } from './dialog';
import styles from './idle-warning.module.css';

export interface IdleWarningProps {
  /** Milliseconds until the session ends. */
  left: number;
  /** Only the idle limit can be moved. */
  limit: keyof Deadlines;
  extending: boolean;
  onStay: () => void;
  onLogOut: () => void;
}

const words = {
  idle: {
    title: 'Are you still there?',
    text: 'To protect what is on this screen, you will be signed out soon unless you stay.',
  },
  absolute: {
    title: 'This session ends soon',
    text: 'To keep this account safe, sessions have a fixed length. Save what you are working on, then sign in again.',
  },
} as const;

/** The last two minutes of a session. Staying has the focus; a fixed end can only be put out of sight. */
export function IdleWarning({ left, limit, extending, onStay, onLogOut }: IdleWarningProps) {
  const [hidden, setHidden] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const movable = limit === 'idle';

  return (
    <Dialog
      open={!hidden}
      onOpenChange={() => (movable ? onStay() : setHidden(true))}
      title={words[limit].title}
      description={words[limit].text}
      size="sm"
      dismissible={!movable}
      initialFocus={safe}
      footer={
        <>
          <Button variant={movable ? 'secondary' : 'primary'} onClick={onLogOut}>
            Log out
          </Button>
          {movable && (
            <Button ref={safe} variant="primary" loading={extending} onClick={onStay}>
              Stay signed in
            </Button>
          )}
        </>
      }
    >
      <p role="timer" aria-label="Time left before you are signed out" className={styles.left}>
        {clock(left)}
      </p>
    </Dialog>
  );
}

function clock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
