import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { isAbsent, momentWords } from '../../../records/record-words';
import writing from '../../../writing/writing.module.css';
import { editorMessages as messages } from '../messages';
import { type LastNoteOf, lastNoteQuery } from '../session-notes.api';
import styles from './note-dialog.module.css';

interface LastNoteDialogProps {
  of: LastNoteOf;
  /** The note that is being written. */
  except: string | undefined;
  onCopy: (text: string) => void;
  onClose: () => void;
}

/** Shows the last note about the same client before it is copied. */
export function LastNoteDialog({ of, except, onCopy, onClose }: LastNoteDialogProps) {
  const { data, error, isLoadingError, isFetching, refetch } = useQuery(lastNoteQuery(of, except));
  const isEmpty = data?.content.trim() === '';
  return (
    <Dialog
      open
      title={messages.lastTitle}
      description={data && !isEmpty ? messages.lastText : undefined}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          {isLoadingError && !isAbsent(error) && (
            <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          )}
          {data && !isEmpty && (
            <Button variant="primary" onClick={() => onCopy(data.content)}>
              {messages.copy}
            </Button>
          )}
        </>
      }
    >
      {data && (
        <div className={styles.lastNote}>
          <UserText as="h3" className={styles.lastTitle}>
            {data.title}
          </UserText>
          <p className={writing.soft}>{momentWords(data.created_at)}</p>
          {isEmpty ? (
            <p>{messages.lastEmpty}</p>
          ) : (
            <UserText as="div" preserveLines>
              {data.content}
            </UserText>
          )}
        </div>
      )}
      {isLoadingError && <p role="alert">{isAbsent(error) ? messages.noLast : messages.lastFailed}</p>}
      {!data && !isLoadingError && (
        <SkeletonGroup label={messages.lastLoading}>
          <Skeleton width="50%" />
          <Skeleton />
          <Skeleton />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
