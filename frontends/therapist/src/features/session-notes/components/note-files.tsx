import { Card } from '@attune/shared-ui/components/card';
import { FileDrop } from '@attune/shared-ui/components/file-drop';
import { Icon } from '@attune/shared-ui/components/icon';
import { useEffect, useId, useState } from 'react';
import { filesMessages as messages } from '../files-messages';
import { type NoteFile, useFollowReading } from '../note-files.api';
import { useUploads } from '../use-uploads';
import { DeleteFileDialog } from './delete-file-dialog';
import { FileText } from './file-text';
import { FileViewer } from './file-viewer';
import { NoteFileRow } from './note-file-row';
import styles from './note-files.module.css';

const ACCEPTED = 'image/jpeg,image/png,image/webp,application/pdf,.jpg,.jpeg,.png,.webp,.pdf';

interface NoteFilesProps {
  noteId: string;
  files: readonly NoteFile[];
  /** A signed note keeps exactly its files. */
  locked: boolean;
}

/** The photographs and documents of a note. */
export function NoteFiles({ noteId, files, locked }: NoteFilesProps) {
  const [viewed, setViewed] = useState<string>();
  const [removed, setRemoved] = useState<NoteFile>();
  useFollowReading(noteId, files);
  const open = files.find(({ id }) => id === viewed);
  return (
    <Card as="section" padding="lg" aria-labelledby="note-files">
      <div className={styles.files}>
        <h3 id="note-files" className={styles.heading}>
          {messages.title}
        </h3>
        {locked ? <p className={styles.soft}>{messages.locked}</p> : <AddFiles noteId={noteId} />}
        {files.length === 0 && locked && <p className={styles.soft}>{messages.none}</p>}
        {files.length > 0 && (
          <ul className={styles.list} aria-label={messages.list}>
            {files.map((file) => (
              <NoteFileRow key={file.id} noteId={noteId} file={file} locked={locked} onView={() => setViewed(file.id)} onRemove={() => setRemoved(file)} />
            ))}
          </ul>
        )}
      </div>
      {open && <FileViewer noteId={noteId} file={open} onClose={() => setViewed(undefined)} text={(page, turnTo) => <FileText noteId={noteId} fileId={open.id} page={page} locked={locked} onTurn={turnTo} />} />}
      {removed && <DeleteFileDialog noteId={noteId} file={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  );
}

function AddFiles({ noteId }: { noteId: string }) {
  const uploads = useUploads(noteId);
  const { add } = uploads;
  const camera = useId();
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = Array.from(event.clipboardData?.files ?? []);
      // Whoever writes, or has a window open, pastes there.
      if (pasted.length === 0 || isWriting(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      add(pasted);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
  return (
    <div className={styles.add}>
      <FileDrop label={messages.drop} hint={messages.dropHint} accept={ACCEPTED} multiple onFiles={add} items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
      <div className={styles.camera}>
        <input
          id={camera}
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => {
            add(Array.from(event.target.files ?? []));
            event.target.value = '';
          }}
        />
        <label htmlFor={camera}>
          <Icon name="image" size={20} />
          {messages.camera}
        </label>
      </div>
    </div>
  );
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName));
}
