import { Banner } from '@attune/shared-ui/components/banner';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatElapsed } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId, useLayoutEffect, useRef } from 'react';
import { recordingMessages as messages } from '../recording-messages';
import { type LiveLines as Lines, liveLinesQuery } from '../transcript.api';
import styles from './live-lines.module.css';
import panel from './meeting-panel.module.css';
import monitor from './monitor.module.css';

/** So near to its end, somebody reads the newest lines. */
const NEAR_PX = 32;

/** What is said in the session that is recorded, about half a minute later. */
export function LiveLines({ id }: { id: string }) {
  const heading = useId();
  const { data, isLoadingError, isRefetchError, isFetching, refetch } = useQuery(liveLinesQuery(id));
  if (isLoadingError) return <ErrorPanel level={3} title={messages.linesTitle} text={messages.linesFailed} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data?.state === 'over') return null;
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className={panel.stack}>
        <div className={monitor.head}>
          <h3 id={heading} className={panel.part}>
            {messages.linesTitle}
          </h3>
          {data !== undefined && data.state !== 'late' && <p className={monitor.sentence}>{data.sentence}</p>}
        </div>
        {data?.state === 'late' && !isRefetchError && (
          <Banner tone="attention" role="status">
            {data.sentence}
          </Banner>
        )}
        {isRefetchError && (
          <Banner tone="attention" role="status">
            {messages.linesAway}
          </Banner>
        )}
        {data === undefined ? (
          <SkeletonGroup label={messages.linesLoading}>
            <Skeleton height={80} />
          </SkeletonGroup>
        ) : (
          data.state !== 'off' && data.state !== 'not_configured' && <Log lines={data.lines} />
        )}
      </div>
    </Card>
  );
}

/** There from the beginning, so that what comes is read out. Whoever has scrolled back stays there. */
function Log({ lines }: Pick<Lines, 'lines'>) {
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const newest = lines.at(-1)?.seq;
  useLayoutEffect(() => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  }, [newest]);
  const look = () => {
    if (!log.current) return;
    const { scrollHeight, scrollTop, clientHeight } = log.current;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
  };
  return (
    // What is longer than its window is scrolled by keys too.
    <div ref={log} role="log" aria-label={messages.lines} className={styles.log} data-empty={lines.length === 0} onScroll={look} {...(lines.length > 0 && { tabIndex: 0 })}>
      {lines.map(({ seq, start_seconds, text }) => (
        <p key={seq} className={styles.line}>
          <span className={styles.time}>{formatElapsed(start_seconds)}</span>{' '}
          <span className={styles.words}>
            <UserText>{text}</UserText>
          </span>
        </p>
      ))}
    </div>
  );
}
