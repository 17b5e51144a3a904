import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { UserText } from '@attune/shared-ui/components/user-text';
import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { usePageTitle, useQuery, useSession } from '@attune/shared-ui/runtime';
import { DashboardSkeleton } from '../features/dashboard/components/dashboard-skeleton';
import { dashboardQuery } from '../features/dashboard/dashboard.api';
import { dashboardMessages as messages } from '../features/dashboard/messages';
import { ownFormsQuery } from '../features/forms/forms.api';
import { ownConsentsQuery } from '../features/recordings/recordings.api';
import { PortalFrame } from '../frame/portal-frame';
import { DashboardContent } from './dashboard-content';

/** `/client/dashboard` */
export default function DashboardPage() {
  usePageTitle(messages.title);
  const { user } = useSession();
  const { data, isLoadingError, isFetching, refetch } = useQuery(dashboardQuery());
  // Shown together with the rest, which would otherwise jump; where one fails, its card says so.
  const forms = useQuery(ownFormsQuery());
  const consents = useQuery(ownConsentsQuery());
  const isAwaited = [forms, consents].some(({ isFetched, failureCount }) => !isFetched && failureCount === 0);
  useFailureToast(isLoadingError, messages.loadFailed);

  if (isLoadingError) {
    return (
      <PortalFrame aside="account">
        <ErrorPanel
          level={1}
          title={messages.unable}
          text={messages.unableText}
          retryLabel={messages.tryAgain}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </PortalFrame>
    );
  }
  return (
    <PortalFrame aside="account">
      <h1>
        {messages.welcome} <UserText>{user?.name ?? data?.client.name ?? ''}</UserText>
      </h1>
      {data === undefined || isAwaited ? <DashboardSkeleton /> : <DashboardContent dashboard={data} />}
    </PortalFrame>
  );
}
