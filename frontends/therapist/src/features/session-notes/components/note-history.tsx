import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useQuery } from '@attune/shared-ui/runtime';
import { Suspense, useState } from 'react';
import { momentWords } from '../../../records/record-words';
import { writingMessages } from '../../../writing/messages';
import { TextDifference } from '../../../writing/text-difference-lazy';
import { notesMessages as messages } from '../messages';
import { wholeText } from '../note-values';
import { historyQuery, type NoteVersion } from '../session-notes.api';
import styles from './note-details.module.css';
import { NoteBadges } from './note-marks';

const STEP = 50;

/** Everything that happened to a note; read when somebody asks for it, since each reading is written down. */
export function NoteHistory({ id, version }: { id: string; version: number }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.screenOnly}>
      <Card as="section" padding="lg" aria-labelledby="note-history">
        <div className={styles.sheet}>
          <div className={styles.historyHead}>
            <h3 id="note-history" className={styles.heading}>
              {messages.history}
            </h3>
            <Button size="sm" icon="clock" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? messages.hideHistory : messages.showHistory}
            </Button>
          </div>
          {shown && <Deeds key={version} id={id} />}
        </div>
      </Card>
    </div>
  );
}

function Deeds({ id }: { id: string }) {
  const [count, setCount] = useState(STEP);
  const { data, isLoadingError, isFetching, refetch } = useQuery({ ...historyQuery(id, count), placeholderData: (previous) => previous });
  const more = () => setCount(count + STEP);

  if (isLoadingError) return <ErrorPanel level={4} title={messages.historyFailed} text={messages.loadFailedHint} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <HistoryLoading />;
  return (
    <>
      <ol className={styles.deeds}>
        {data.versions.map((version, index) => (
          <Deed key={version.id} version={version} before={textBefore(data.versions, index)} onMissing={data.hasMore ? more : undefined} />
        ))}
      </ol>
      {data.hasMore && (
        <div>
          <Button size="sm" loading={isFetching} onClick={more}>
            {messages.older}
          </Button>
        </div>
      )}
    </>
  );
}

function HistoryLoading() {
  return (
    <SkeletonGroup label={messages.loadingHistory}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </SkeletonGroup>
  );
}

/** The text that a version took the place of: of the newest older one that has a text. */
function textBefore(versions: readonly NoteVersion[], index: number): NoteVersion | undefined {
  return versions.slice(index + 1).find(({ content }) => content !== null);
}

interface DeedProps {
  version: NoteVersion;
  before: NoteVersion | undefined;
  /** Reads what lies further back. */
  onMissing: (() => void) | undefined;
}

function Deed({ version, before, onMissing }: DeedProps) {
  const [open, setOpen] = useState(false);
  const { kind, created_at, reason, amendment } = version;
  const canCompare = kind === 'edited' && (before !== undefined || onMissing !== undefined);
  const toggle = () => {
    setOpen(!open);
    if (before === undefined) onMissing?.();
  };
  const name = `${messages.deeds[kind]}, ${messages.versionOf(version.version)}`;
  return (
    <li className={styles.deed}>
      <div className={styles.deedHead}>
        <p>
          <strong>{messages.deeds[kind]}</strong> {messages.byYou}, <time dateTime={created_at}>{momentWords(created_at)}</time>{' '}
          <span className={styles.soft}>({messages.versionOf(version.version)})</span>
        </p>
        {canCompare && (
          <Button size="sm" variant="quiet" aria-expanded={open} aria-label={`${open ? messages.hideDifference : messages.showDifference}: ${name}`} onClick={toggle}>
            {open ? messages.hideDifference : messages.showDifference}
          </Button>
        )}
      </div>
      {reason !== null && <UserText as="p">{`“${reason}”`}</UserText>}
      {amendment !== null && (
        <UserText as="div" className={styles.content}>
          {amendment}
        </UserText>
      )}
      {open && before === undefined && <HistoryLoading />}
      {open && before !== undefined && <Difference before={before} after={version} />}
    </li>
  );
}

function Difference({ before, after }: { before: NoteVersion; after: NoteVersion }) {
  const [was, is] = [wholeText(before), wholeText(after)];
  return (
    <div className={styles.difference}>
      {was === is ? (
        <p className={styles.soft}>{messages.sameText}</p>
      ) : (
        <Suspense fallback={<p className={styles.soft}>{writingMessages.comparing}</p>}>
          <TextDifference before={was} after={is} />
        </Suspense>
      )}
      {(before.is_client_visible !== after.is_client_visible || before.is_private !== after.is_private) && (
        <p className={styles.turned}>
          <NoteBadges note={{ status: 'draft', ...marks(before) }} /> <span aria-hidden="true">→</span> <NoteBadges note={{ status: 'draft', ...marks(after) }} />
        </p>
      )}
    </div>
  );
}

const marks = ({ is_client_visible, is_private }: NoteVersion) => ({ is_client_visible, is_private });
