import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { forgetDraft, listDrafts } from '@attune/shared-ui/forms';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { useQuery, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { DeedDialog } from '../../../records/deed-dialog';
import { momentWords } from '../../../records/record-words';
import records from '../../../records/records.module.css';
import { editorMessages as messages } from '../messages';
import { type DraftOf, draftsQuery, useDiscardDraft } from '../note-drafts.api';
import type { NoteValues } from '../note-values';
import { NOTE_FORM, recordOf } from '../use-note-form';
import styles from './notes-panel.module.css';

interface Kept {
  draftId: string;
  title: string;
  preview: string;
  at: string;
}

interface OpenDraftsProps {
  /** The note that is being written: its draft is in the editor. */
  written: DraftOf | undefined;
  onContinue: (draftId: string) => void;
}

/** Notes that were begun and never saved: kept on the server, or in this tab while there was no line. */
export function OpenDrafts({ written, onContinue }: OpenDraftsProps) {
  const drafts = useDrafts().filter(({ draftId }) => !(written && 'draftId' in written && written.draftId === draftId));
  const [doomed, setDoomed] = useState<Kept>();
  if (drafts.length === 0 && doomed === undefined) return null;
  return (
    <section className={styles.drafts} aria-labelledby="open-drafts">
      <Card padding="sm">
        <h3 id="open-drafts" className={styles.draftsTitle}>
          {messages.drafts}
        </h3>
        <ul className={styles.draftList}>
          {drafts.map((draft) => {
            const { draftId, preview, at } = draft;
            const title = draft.title.trim() === '' ? messages.untitled : draft.title;
            return (
              <li key={draftId} className={styles.draft}>
                <div className={styles.draftWords}>
                  <UserText as="p" className={styles.draftName} clamp={1}>
                    {title}
                  </UserText>
                  {preview.trim() !== '' && (
                    <UserText as="p" className={records.soft} clamp={1}>
                      {preview}
                    </UserText>
                  )}
                  <p className={records.facts}>{messages.draftOf(momentWords(at))}</p>
                </div>
                <div className={records.buttons}>
                  <Button size="sm" icon="edit" aria-label={messages.continueNamed(title)} onClick={() => onContinue(draftId)}>
                    Continue
                  </Button>
                  <Button size="sm" variant="quiet" aria-label={messages.discardNamed(title)} onClick={() => setDoomed(draft)}>
                    {messages.discard}
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      </Card>
      {doomed && <DiscardDialog draft={doomed} onClose={() => setDoomed(undefined)} />}
    </section>
  );
}

function useDrafts(): Kept[] {
  const account = useSession().user?.id;
  const { data = [], isSuccess } = useQuery(draftsQuery());
  const onServer = data.map(({ draft_id, title, preview, saved_at }) => ({ draftId: draft_id, title, preview, at: saved_at }));
  if (!isSuccess) return [];
  const here = listDrafts<NoteValues>(account, NOTE_FORM).flatMap(({ record, typed, at }) => {
    const draftId = record.startsWith('new/') ? record.slice(4) : undefined;
    if (draftId === undefined || onServer.some((one) => one.draftId === draftId)) return [];
    return [{ draftId, title: typed.title ?? '', preview: typed.content?.slice(0, 200) ?? '', at: new Date(at).toISOString() }];
  });
  return [...here, ...onServer];
}

function DiscardDialog({ draft, onClose }: { draft: Kept; onClose: () => void }) {
  const account = useSession().user?.id;
  const discard = useDiscardDraft();
  const run = async () => {
    const of = { draftId: draft.draftId };
    await discard.mutateAsync(of);
    forgetDraft(account, { form: NOTE_FORM, record: recordOf(of) });
  };
  return (
    <DeedDialog
      title={messages.discardTitle}
      name={draft.title.trim() === '' ? messages.untitled : draft.title}
      confirmLabel={messages.discard}
      cancelLabel={messages.keep}
      done={messages.discarded}
      failed={(error) => refusalText(error, messages.discardFailed)}
      run={run}
      onClose={onClose}
    >
      {messages.discardText}
    </DeedDialog>
  );
}
