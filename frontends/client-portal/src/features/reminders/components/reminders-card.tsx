import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { Switch } from '@attune/shared-ui/components/switch';
import { ApiError, toast, useQuery } from '@attune/shared-ui/runtime';
import { reminderMessages as messages } from '../messages';
import { remindersQuery, useChooseReminders } from '../reminders.api';

/** Turns reminders of appointments on and off. */
export function RemindersCard() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(remindersQuery());
  const choice = useChooseReminders();
  if (isLoadingError) return <ErrorPanel level={3} title={messages.loadFailed} text={messages.tryLater} retryLabel={messages.tryAgain} onRetry={() => void refetch()} retrying={isFetching} />;
  const choose = (wanted: boolean) =>
    choice.mutate(wanted, {
      onSuccess: (chosen) => void toast.success(chosen.wanted ? messages.started : messages.stopped),
      onError: (error) => void toast.error(error instanceof ApiError && error.explained ? error.detail : messages.failed),
    });
  return (
    <Card>
      {data === undefined ? (
        <SkeletonGroup label={messages.loading}>
          <Skeleton width="60%" height={40} />
        </SkeletonGroup>
      ) : (
        <Switch checked={choice.isPending ? choice.variables : data.wanted} disabled={choice.isPending} onChange={choose} label={messages.label} description={messages.hint} />
      )}
    </Card>
  );
}
