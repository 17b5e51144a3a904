import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { SessionList } from '@attune/shared-ui/components/session-list';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { sessionsQuery, useEndSession } from '../account.api';
import { accountMessages as messages } from '../messages';
import styles from './account.module.css';

/** Where this administrator is signed in, each place with its end. */
export function SessionsCard() {
  const title = useId();
  const query = useQuery(sessionsQuery());
  const end = useEndSession();
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={messages.sessions} />
      {query.isPending && (
        <CardBody>
          <SkeletonGroup label="Loading your sessions">
            <div className={styles.stack}>
              <Skeleton width="40%" />
              <Skeleton width="70%" />
            </div>
          </SkeletonGroup>
        </CardBody>
      )}
      {query.isError && (
        <CardBody>
          <FailureBanner failedAt={failedAt(query)} text={messages.sessionsFailed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </CardBody>
      )}
      {query.data !== undefined && (
        <SessionList
          sessions={query.data.map(({ created_at: createdAt, last_seen_at: lastSeenAt, ...row }) => ({ ...row, createdAt, lastSeenAt }))}
          revoking={end.isPending ? end.variables : null}
          onRevoke={({ id }) => end.mutate(id)}
        />
      )}
    </Card>
  );
}
