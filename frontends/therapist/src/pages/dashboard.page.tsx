import { localZone } from '@attune/shared-ui/format';
import { usePageTitle, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { useNow } from '../features/bookings/use-now';
import { GreetingHeader } from '../features/frame/components/greeting-header';
import { LoadFailure } from '../features/frame/components/load-failure';
import { PageLoading } from '../features/frame/components/page-loading';
import { PlainFrame } from '../features/frame/components/plain-frame';
import { greeting } from '../features/frame/greeting';
import { frameMessages } from '../features/frame/messages';
import { useFailureToast } from '../features/frame/use-failure-toast';
import { WelcomeCard } from '../features/profile/components/welcome-card';
import { DashboardContent } from './dashboard-content';
import { useDashboard } from './use-dashboard';

/** The therapist's dashboard: loading, failure, first time, or the seven tabs. */
export default function DashboardPage() {
  usePageTitle('Dashboard');
  const { user } = useSession();
  const now = useNow();
  const { profile, services, summary, todays, failed, retrying, retry } = useDashboard();
  const [listFailed, setListFailed] = useState(false);
  // One sentence for all that fails together: the panels themselves tell which part it was.
  useFailureToast(failed || todays.isLoadingError || listFailed, frameMessages.loadFailed);

  if (profile === null) {
    return (
      <PlainFrame width="narrow">
        <GreetingHeader leads greeting={greeting(user?.name ?? '', now, localZone())} />
        <WelcomeCard />
      </PlainFrame>
    );
  }
  if (failed) {
    return (
      <LoadFailure
        title={frameMessages.loadFailed}
        text={frameMessages.loadFailedHint}
        retrying={retrying}
        onRetry={retry}
      />
    );
  }
  if (profile === undefined || services === undefined || summary === undefined) {
    return <PageLoading label="Loading your dashboard" />;
  }
  return (
    <DashboardContent
      user={user}
      profile={profile}
      services={services}
      summary={summary}
      todays={todays}
      now={now}
      onBookingsFailure={setListFailed}
    />
  );
}
