import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { intakeMessages as messages } from '../messages';
import styles from './form-editor.module.css';

interface ConflictNoticeProps {
  busy: boolean;
  onLook: () => void;
  onSaveMine: () => void;
  onDiscard: () => void;
}

/** Another tab saved the form: both texts are there, and the therapist decides. */
export function ConflictNotice({ busy, onLook, onSaveMine, onDiscard }: ConflictNoticeProps) {
  return (
    <Banner
      tone="attention"
      role="alert"
      title={messages.conflictTitle}
      action={
        <div className={styles.choices}>
          <Button size="sm" icon="eye" onClick={onLook}>
            Look at the saved one
          </Button>
          <Button size="sm" disabled={busy} onClick={onSaveMine}>
            Save mine as the newest
          </Button>
          <Button size="sm" variant="quiet" disabled={busy} onClick={onDiscard}>
            Take the saved one
          </Button>
        </div>
      }
    >
      {messages.conflictText}
    </Banner>
  );
}
