import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { CopyButton } from '@attune/shared-ui/components/copy-button';
import { type ReactNode, Suspense } from 'react';
import { editorMessages as messages, notesMessages } from '../messages';
import type { NoteValues } from '../note-values';
import { TextDifference } from './text-difference-lazy';
import styles from './note-dialog.module.css';

interface ConflictNoticeProps {
  mine: NoteValues;
  saved: NoteValues;
  busy: boolean;
  onSaveMine: () => void;
  onTakeSaved: () => void;
}

/** Another window saved the note: both texts stand beside one another with their differences, and the therapist decides. */
export function ConflictNotice({ mine, saved, busy, onSaveMine, onTakeSaved }: ConflictNoticeProps) {
  const [mineText, savedText] = [wholeText(mine), wholeText(saved)];
  const isRead = saved.version !== mine.version;
  return (
    <div className={styles.conflict}>
      <Banner
        tone="attention"
        role="alert"
        title={messages.conflictTitle}
        action={
          <div className={styles.used}>
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
          <Side name={messages.saved} copy={<CopyButton size="sm" text={savedText} label={messages.copySaved} />}>
            <TextDifference before={savedText} after={mineText} side="before" />
          </Side>
          <Side name={messages.mine} copy={<CopyButton size="sm" text={mineText} label={messages.copyMine} />}>
            <TextDifference before={savedText} after={mineText} side="after" />
          </Side>
        </div>
      )}
    </div>
  );
}

function Side({ name, copy, children }: { name: string; copy: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.side} aria-label={name}>
      <h3>{name}</h3>
      <Suspense fallback={<p className={styles.soft}>{notesMessages.comparing}</p>}>{children}</Suspense>
      {copy}
    </section>
  );
}

function wholeText({ title, tags, content }: NoteValues): string {
  return [title, ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []), '', content].join('\n');
}
