import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { SecondFactorPanel, type SecondFactorCalls } from '@attune/shared-ui/components/second-factor-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { toast, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { securityMessages as messages } from '../messages';
import { secondFactor, secondFactorKey, secondFactorQuery, sessionsKey } from '../security.api';
import styles from './security.module.css';

const calls: SecondFactorCalls = {
  ...secondFactor,
  confirm: async (code) => {
    const codes = await secondFactor.confirm(code);
    toast.success(messages.turnedOn);
    return codes;
  },
  disable: async (code) => {
    await secondFactor.disable(code);
    toast.success(messages.turnedOff);
  },
};

/** This therapist's second factor. */
export function SecondFactorCard() {
  const title = useId();
  const queryClient = useQueryClient();
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(secondFactorQuery());
  // Turning it on ends the other sessions.
  const readAnew = () => {
    void queryClient.invalidateQueries({ queryKey: secondFactorKey });
    void queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} level={3} title={messages.secondFactor} />
      {isPending && (
        <CardBody>
          <SkeletonGroup label={messages.secondFactorLoading}>
            <div className={styles.stack}>
              <Skeleton width="20%" />
              <Skeleton width="70%" />
              <Skeleton width={96} height={44} radius="md" />
            </div>
          </SkeletonGroup>
        </CardBody>
      )}
      {isLoadingError && (
        <ErrorPanel level={4} title={messages.secondFactorFailed} text={messages.unchanged} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data !== undefined && (
        <CardBody>
          <SecondFactorPanel status={data} calls={calls} onChanged={readAnew} />
        </CardBody>
      )}
    </Card>
  );
}
