import { Badge } from '@attune/shared-ui/components/badge';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { enginesQuery } from '../recording.api';
import { recordingMessages as messages } from '../recording-messages';
import panel from './meeting-panel.module.css';
import styles from './monitor.module.css';

/** What this installation can do, in plain words, before anybody is asked for consent. */
export function WaysCard() {
  const heading = useId();
  const { data, isLoadingError, isFetching, refetch } = useQuery(enginesQuery());
  if (isLoadingError) return <ErrorPanel level={3} title={messages.waysFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} className={panel.part}>
        {messages.waysTitle}
      </h3>
      {data === undefined ? (
        <SkeletonGroup label={messages.waysLoading}>
          <Skeleton height={120} />
        </SkeletonGroup>
      ) : (
        <ul className={styles.ways}>
          {data.engines.map(({ route, platform, available, reason }) => (
            <Way key={`${route}-${platform}`} name={route === 'bot' ? messages.meetings[platform ?? 'google_meet'] : messages[route]} works={available} note={reason ?? (route === 'upload' ? data.upload_reason : null)} />
          ))}
          <Way name={messages.transcription} works={data.transcription_available} note={data.transcription_available ? data.transcription_sent : `${data.transcription_reason ?? ''} ${messages.soundKept}`} />
        </ul>
      )}
    </Card>
  );
}

function Way({ name, works, note }: { name: string; works: boolean; note: string | null }) {
  return (
    <li className={styles.way}>
      <span>{name}</span>
      <Badge tone={works ? 'positive' : 'neutral'}>{works ? messages.works : messages.worksNot}</Badge>
      {note !== null && <span className={styles.wayNote}>{note}</span>}
    </li>
  );
}
