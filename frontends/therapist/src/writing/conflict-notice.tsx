import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { CopyButton } from '@attune/shared-ui/components/copy-button';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import styles from './conflict-notice.module.css';
import { writingMessages as messages } from './messages';
import { TextDifference } from './text-difference-lazy';
import writing from './writing.module.css';

interface ConflictNoticeProps {
  title: string;
  text: string;
  mine: string;
  /** None while it is being read. */
  saved: string | undefined;
  busy: boolean;
  /** A press on Save was refused: the notice comes into sight with the focus. */
  comesForward?: boolean;
  onSaveMine: () => void;
  onTakeSaved: () => void;
}

/** Another window saved the same: both texts stand beside one another with their differences, and the therapist decides. */
export function ConflictNotice({ title, text, mine, saved, busy, comesForward = false, onSaveMine, onTakeSaved }: ConflictNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!comesForward) return;
    place.current?.scrollIntoView({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [comesForward]);
  const disabled = busy || saved === undefined;
  return (
    <div ref={place} tabIndex={-1} className={styles.conflict}>
      <Banner
        tone="attention"
        role="alert"
        title={title}
        action={
          <div className={writing.buttons}>
            <Button size="sm" disabled={disabled} onClick={onSaveMine}>
              {messages.saveMine}
            </Button>
            <Button size="sm" disabled={disabled} onClick={onTakeSaved}>
              {messages.takeSaved}
            </Button>
          </div>
        }
      >
        {text}
      </Banner>
      {saved === undefined && <p className={styles.soft}>{messages.readingSaved}</p>}
      {saved !== undefined && (
        <div className={styles.sides}>
          <Side name={messages.saved} copy={<CopyButton size="sm" text={saved} label={messages.copySaved} />}>
            <TextDifference before={saved} after={mine} side="before" />
          </Side>
          <Side name={messages.mine} copy={<CopyButton size="sm" text={mine} label={messages.copyMine} />}>
            <TextDifference before={saved} after={mine} side="after" />
          </Side>
        </div>
      )}
    </div>
  );
}

function Side({ name, copy, children }: { name: string; copy: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.side} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <Suspense fallback={<p className={styles.soft}>{messages.comparing}</p>}>{children}</Suspense>
      {copy}
    </section>
  );
}
