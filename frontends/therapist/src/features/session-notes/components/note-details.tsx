import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { forgetDraft } from '@attune/shared-ui/forms';
import { toast, useQuery, useSession } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';
import details from '../../../records/details.module.css';
import { Facts } from '../../../records/facts';
import { RecordFailure } from '../../../records/record-failure';
import { RecordSheet, SheetLoading, useOpenedPlace } from '../../../records/record-sheet';
import { momentWords } from '../../../records/record-words';
import { noteSource } from '../analysed-source';
import type { Place } from '../cited-place';
import { editorMessages, FAILURE_WORDS, notesMessages as messages } from '../messages';
import { useDiscardDraft } from '../note-drafts.api';
import { appointmentWords } from '../note-words';
import { noteQuery, type SessionNote } from '../session-notes.api';
import { NOTE_FORM } from '../use-note-form';
import { Amendments } from './amendments';
import type { NoteActions } from './note-actions';
import { NoteAnalysis } from './note-analysis';
import { NoteContent } from './note-content';
import styles from './note-details.module.css';
import { NoteFiles } from './note-files';
import { NoteHistory } from './note-history';
import { NoteBadges, NoteTags } from './note-marks';

interface NoteDetailsProps {
  id: string;
  /** Whoever opened it goes on here. */
  takesFocus: boolean;
  actions: NoteActions;
  /** What else can be done with it. */
  moreOf?: (note: SessionNote) => ReactNode;
  onClose: () => void;
}

/** One note in full, to read, to sign and to print. */
export function NoteDetails({ takesFocus, ...props }: NoteDetailsProps) {
  const place = useOpenedPlace(takesFocus);
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={messages.details} className={details.place}>
      <OpenNote {...props} />
    </div>
  );
}

function OpenNote({ id, actions, moreOf, onClose }: Omit<NoteDetailsProps, 'takesFocus'>) {
  const query = useQuery(noteQuery(id));
  const [cited, setCited] = useState<Place | null>(null);
  if (query.isLoadingError) {
    return (
      <Card padding="none">
        <RecordFailure query={query} words={FAILURE_WORDS}>
          <Button onClick={onClose}>{messages.backToAll}</Button>
        </RecordFailure>
      </Card>
    );
  }
  const { data } = query;
  if (data === undefined) return <SheetLoading label={messages.loadingNote} />;
  const note = data.session_note;
  return (
    <div className={details.sheet}>
      {note.draft_saved_at !== null && <UnsavedDraft note={note} savedAt={note.draft_saved_at} onContinue={() => actions.edit(note)} />}
      <RecordSheet
        id="note-title"
        title={note.title}
        badges={<NoteBadges note={note} />}
        actions={
          <Actions note={note} actions={actions}>
            {moreOf?.(note)}
          </Actions>
        }
      >
        <Facts facts={factsOf(note)} />
        <NoteTags tags={note.tags} />
        {note.ai_summary !== null && (
          <div className={styles.summary}>
            <h4>{messages.summary}</h4>
            <UserText as="p">{note.ai_summary}</UserText>
          </div>
        )}
        {note.content.trim() === '' ? <p className={styles.soft}>{messages.noContent}</p> : <NoteContent cited={cited}>{note.content}</NoteContent>}
      </RecordSheet>
      <NoteFiles key={id} noteId={id} files={data.files} locked={note.status === 'signed'} />
      <NoteAnalysis source={noteSource(note)} level={3} cited={cited} onCite={setCited} />
      <Amendments note={note} amendments={data.amendments} />
      <NoteHistory id={id} version={note.version} />
    </div>
  );
}

function factsOf({ client_name, appointment, created_at, updated_at, signed_at, signed_by }: SessionNote) {
  return [
    [messages.client, client_name],
    [messages.appointment, appointment && `${appointmentWords(appointment)}, ${appointment.service_name}`],
    [messages.created, momentWords(created_at)],
    [messages.updated, momentWords(updated_at)],
    [messages.signedOn, signed_at && messages.signedBy(momentWords(signed_at), signed_by)],
  ] as const;
}

function Actions({ note, actions, children }: { note: SessionNote; actions: NoteActions; children: ReactNode }) {
  const signed = note.status === 'signed';
  return (
    <>
      {!signed && (
        <Button variant="primary" icon="edit" onClick={() => actions.edit(note)}>
          {messages.edit}
        </Button>
      )}
      {!signed && (
        <Button icon="lock" onClick={() => actions.sign(note)}>
          {messages.sign}
        </Button>
      )}
      {signed && (
        <Button icon="key" onClick={() => actions.unlock(note)}>
          {messages.unlock}
        </Button>
      )}
      {children}
      <Button icon="file" onClick={() => window.print()}>
        {messages.print}
      </Button>
      <Button variant="quiet" icon="trash" onClick={() => actions.remove(note)}>
        {messages.remove}
      </Button>
    </>
  );
}

interface UnsavedDraftProps {
  note: SessionNote;
  savedAt: string;
  onContinue: () => void;
}

function UnsavedDraft({ note, savedAt, onContinue }: UnsavedDraftProps) {
  const discard = useDiscardDraft();
  const account = useSession().user?.id;
  const run = async () => {
    try {
      await discard.mutateAsync({ noteId: note.id });
      forgetDraft(account, { form: NOTE_FORM, record: note.id });
      toast.success(editorMessages.discarded);
    } catch {
      toast.error(editorMessages.discardFailed);
    }
    // The button goes with the banner.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.screenOnly}>
      <Banner
        tone="attention"
        title={messages.unsavedDraft(momentWords(savedAt))}
        action={
          <div className={styles.buttons}>
            <Button size="sm" icon="edit" onClick={onContinue}>
              {messages.continueDraft}
            </Button>
            <Button size="sm" variant="quiet" loading={discard.isPending} onClick={() => void run()}>
              {messages.discardDraft}
            </Button>
          </div>
        }
      >
        {messages.unsavedDraftText}
      </Banner>
    </div>
  );
}
