import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { SecondFactorPanel } from '@attune/shared-ui/components/second-factor-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { secondFactorKey } from '../../../keys';
import { secondFactor, secondFactorQuery, sessionsKey } from '../account.api';
import { accountMessages as messages } from '../messages';
import styles from './account.module.css';

/** This administrator's second factor. */
export function SecondFactorCard() {
  const title = useId();
  const queryClient = useQueryClient();
  const query = useQuery(secondFactorQuery());
  // Turning it on ends the other sessions.
  const readAnew = () => {
    void queryClient.invalidateQueries({ queryKey: secondFactorKey });
    void queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={messages.secondFactor} />
      <CardBody>
        {query.isPending && (
          <SkeletonGroup label="Loading two-step sign-in">
            <div className={styles.stack}>
              <Skeleton width="20%" />
              <Skeleton width="60%" />
            </div>
          </SkeletonGroup>
        )}
        {query.isError && (
          <FailureBanner failedAt={failedAt(query)} text={messages.secondFactorFailed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {query.data !== undefined && (
          <SecondFactorPanel status={query.data} calls={secondFactor} onChanged={readAnew} />
        )}
      </CardBody>
    </Card>
  );
}
