import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatKilobytes } from '@attune/shared-ui/format';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { filesMessages as messages } from '../files-messages';
import { downloadFile, type NoteFile, useRetryFile } from '../note-files.api';
import { failureWords } from '../note-words';
import styles from './note-files.module.css';

const TONES = { processing: 'info', completed: 'positive', error: 'danger' } as const;
const ICONS = { processing: 'clock', completed: 'check', error: 'alert' } as const;

interface NoteFileRowProps {
  noteId: string;
  file: NoteFile;
  locked: boolean;
  onView: () => void;
  onRemove: () => void;
}

/** One file: what it is, how far it is, and what was read of it. */
export function NoteFileRow({ noteId, file, locked, onView, onRemove }: NoteFileRowProps) {
  const { filename, file_type: kind, file_size, page_count, pages_read, processing_status: status, error_reason, extracted_text, ai_analysis } = file;
  return (
    <li className={styles.file}>
      <div className={styles.head}>
        <Icon name={kind === 'image' ? 'image' : 'file'} size={20} />
        <div className={styles.named}>
          <UserText as="strong" className={styles.name}>
            {filename}
          </UserText>
          <Badge tone={TONES[status]} icon={ICONS[status]}>
            {messages.statuses[status]}
          </Badge>
        </div>
      </div>
      <p className={styles.soft}>{[messages.kinds[kind], formatKilobytes(file_size), page_count !== null && page_count > 1 && messages.pages(page_count)].filter(Boolean).join(' · ')}</p>
      {status === 'processing' && <p className={styles.soft}>{messages.progress(pages_read, page_count)}</p>}
      {error_reason !== null && <p>{error_reason}</p>}
      {extracted_text !== null && <Excerpt title={messages.text} text={extracted_text.trim() === '' ? messages.noText : extracted_text} />}
      {ai_analysis !== null && <Excerpt title={messages.analysis} text={ai_analysis} />}
      <FileButtons noteId={noteId} file={file} locked={locked} onView={onView} onRemove={onRemove} />
    </li>
  );
}

function Excerpt({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h4 className={styles.label}>{title}</h4>
      <UserText as="div" className={styles.excerpt} preserveLines clamp={3}>
        {text}
      </UserText>
    </div>
  );
}

function FileButtons({ noteId, file, locked, onView, onRemove }: NoteFileRowProps) {
  const [fetching, setFetching] = useState(false);
  const again = useRetryFile(noteId);
  const { filename: name } = file;
  const download = async () => {
    setFetching(true);
    await downloadFile(noteId, file).catch((error: unknown) => void toast.error(failureWords(error, messages.downloadFailed, messages.downloadError)));
    setFetching(false);
  };
  const retry = () => again.mutate(file.id, { onError: (error) => void toast.error(failureWords(error, messages.retryFailed, messages.retryError)) });
  return (
    <div className={styles.buttons}>
      <Button size="sm" icon="eye" aria-label={messages.viewNamed(name)} onClick={onView}>
        {messages.view}
      </Button>
      <Button size="sm" icon="download" aria-label={messages.downloadNamed(name)} loading={fetching} onClick={() => void download()}>
        {messages.download}
      </Button>
      {file.processing_status === 'error' && (
        <Button size="sm" icon="refresh" aria-label={messages.retryNamed(name)} loading={again.isPending} onClick={retry}>
          {messages.retry}
        </Button>
      )}
      {!locked && (
        <Button size="sm" variant="quiet" icon="trash" aria-label={messages.removeNamed(name)} onClick={onRemove}>
          {messages.remove}
        </Button>
      )}
    </div>
  );
}
