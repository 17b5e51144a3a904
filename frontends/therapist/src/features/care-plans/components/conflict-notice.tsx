import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { CopyButton } from '@attune/shared-ui/components/copy-button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { editorMessages as messages } from '../messages';
import { type PlanValues, wholeText } from '../plan-values';
import styles from './plan-dialog.module.css';

interface ConflictNoticeProps {
  mine: PlanValues;
  saved: PlanValues;
  busy: boolean;
  onSaveMine: () => void;
  onTakeSaved: () => void;
}

/** Another window saved the plan: both stand beside one another, and the therapist decides. */
export function ConflictNotice({ mine, saved, busy, onSaveMine, onTakeSaved }: ConflictNoticeProps) {
  const isRead = saved.version !== mine.version;
  return (
    <div className={styles.conflict}>
      <Banner
        tone="attention"
        role="alert"
        title={messages.conflictTitle}
        action={
          <div className={styles.buttons}>
            <Button size="sm" disabled={busy || !isRead} onClick={onSaveMine}>
              {messages.saveMine}
            </Button>
            <Button size="sm" disabled={busy || !isRead} onClick={onTakeSaved}>
              {messages.takeSaved}
            </Button>
          </div>
        }
      >
        {messages.conflictText}
      </Banner>
      {!isRead && <p className={styles.soft}>{messages.readingSaved}</p>}
      {isRead && (
        <div className={styles.sides}>
          <Side name={messages.saved} copy={messages.copySaved} text={wholeText(saved)} />
          <Side name={messages.mine} copy={messages.copyMine} text={wholeText(mine)} />
        </div>
      )}
    </div>
  );
}

function Side({ name, copy, text }: { name: string; copy: string; text: string }) {
  return (
    <section className={styles.side} aria-label={name}>
      <h3>{name}</h3>
      <UserText as="div" preserveLines>
        {text}
      </UserText>
      <CopyButton size="sm" text={text} label={copy} />
    </section>
  );
}
