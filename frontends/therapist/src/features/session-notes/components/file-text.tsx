import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { fileSource } from '../analysed-source';
import type { Place } from '../cited-place';
import { type FilePage, type FilePlace, type FileReading, fileReadingQuery, useReadAgain } from '../file-reading.api';
import { readingMessages as messages } from '../reading-messages';
import { FileTextEditor } from './file-text-editor';
import { MarkedText } from './marked-text';
import { NoteAnalysis } from './note-analysis';
import styles from './file-text.module.css';

interface FileTextProps extends FilePlace {
  /** From 1. */
  page: number;
  /** Of a signed note nothing is corrected. */
  locked?: boolean;
  /** Goes to another page. */
  onTurn?: (page: number) => void;
}

/** What was read of one page of a file, and what an engine makes of the whole: stands beside the page itself. */
export function FileText({ page, locked = false, onTurn, ...place }: FileTextProps) {
  const [cited, setCited] = useState<Place | null>(null);
  const { data, isLoadingError, isFetching, refetch } = useQuery(fileReadingQuery(place));
  if (isLoadingError) return <ErrorPanel level={3} title={messages.loadFailed} text={messages.loadFailedHint} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) {
    return (
      <SkeletonGroup label={messages.loading}>
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </SkeletonGroup>
    );
  }
  const read = data.pages.find((one) => one.page === page);
  return (
    <div className={styles.text}>
      <section className={styles.text} aria-label={messages.title(page, data.page_count)}>
        <h3 className={styles.title}>{messages.title(page, data.page_count)}</h3>
        <Progress reading={data} />
        {data.remark !== null && <p className={styles.soft}>{data.remark}</p>}
        {data.processing_status === 'error' && <Failure reading={data} place={place} />}
        {read ? <ReadPage key={page} page={read} place={place} locked={locked} cited={cited?.page === page ? cited : null} /> : data.processing_status !== 'error' && <p className={styles.soft}>{messages.notYet}</p>}
      </section>
      {data.processing_status === 'completed' && (
        <NoteAnalysis
          source={fileSource(place.noteId, data)}
          level={3}
          cited={cited}
          onCite={(next) => {
            setCited(next);
            if (next?.page !== undefined) onTurn?.(next.page);
          }}
        />
      )}
    </div>
  );
}

function Progress({ reading }: { reading: FileReading }) {
  if (reading.processing_status !== 'processing') return null;
  const { pages_read, page_count } = reading;
  const detail = messages.progressOf(pages_read, page_count);
  return (
    <div role="status">
      <ProgressBar label={messages.progress} value={page_count === null || pages_read === 0 ? undefined : (100 * pages_read) / page_count} detail={detail} />
    </div>
  );
}

function Failure({ reading, place }: { reading: FileReading; place: FilePlace }) {
  const again = useReadAgain(place);
  const retry = () => again.mutate(undefined, { onError: (error) => void toast.error(refusalText(error, messages.retryFailed)) });
  return (
    <Banner
      tone="danger"
      role="alert"
      title={messages.failed}
      action={
        <Button size="sm" icon="refresh" loading={again.isPending} onClick={retry}>
          {messages.retry}
        </Button>
      }
    >
      {reading.error_message ?? messages.notYet}
    </Banner>
  );
}

function ReadPage({ page, place, locked, cited }: { page: FilePage; place: FilePlace; locked: boolean; cited: Place | null }) {
  const [editing, setEditing] = useState(false);
  const correct = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) correct.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  if (editing) return <FileTextEditor page={page} place={place} onDone={() => setEditing(false)} />;
  return (
    <>
      {page.is_low_confidence && page.correction === null && (
        <Banner tone="attention" title={messages.low}>
          {messages.lowText}
        </Banner>
      )}
      {page.correction === null ? <AsRead page={page} cited={cited} /> : <Corrected page={page} correction={page.correction} cited={cited} />}
      {!locked && (
        <div>
          <Button ref={correct} size="sm" icon="edit" onClick={() => setEditing(true)}>
            {messages.correct}
          </Button>
        </div>
      )}
    </>
  );
}

function AsRead({ page, cited = null }: { page: FilePage; cited?: Place | null }) {
  return (
    <>
      <p className={styles.soft}>
        {messages.engine(page)}
        {page.unsure.length > 0 && `. ${messages.unsure(page.unsure.length)}`}
      </p>
      {page.text.trim() === '' ? <p className={styles.soft}>{messages.empty}</p> : <MarkedText text={page.text} unsure={page.unsure} cited={cited} />}
    </>
  );
}

function Corrected({ page, correction, cited }: { page: FilePage; correction: string; cited: Place | null }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <p className={styles.soft}>{messages.corrected}</p>
      <MarkedText text={correction} unsure={[]} cited={cited} />
      <div>
        <Button size="sm" variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? messages.hideRead : messages.showRead}
        </Button>
      </div>
      {shown && (
        <div className={styles.asRead} role="group" aria-label={messages.asRead}>
          <AsRead page={page} />
        </div>
      )}
    </>
  );
}
