import { useFailureToast } from '@attune/shared-ui/failures/failure-banner';
import { localZone } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import { usePageTitle, useSession } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useEffect, useState } from 'react';
import { useCalendarReturn } from '../features/calendar/use-calendar-return';
import { GreetingHeader } from '../features/frame/components/greeting-header';
import { LoadFailure } from '../features/frame/components/load-failure';
import { PageLoading } from '../features/frame/components/page-loading';
import { tabFrom } from '../features/frame/dashboard-tabs';
import { FramedPage } from './framed-page';
import { greeting } from '../features/frame/greeting';
import { frameMessages } from '../features/frame/messages';
import { WelcomeCard } from '../features/profile/components/welcome-card';
import { DashboardContent, fetchTab } from './dashboard-content';
import { useDashboard } from './use-dashboard';

/** How often the greeting and "in 18 min" are told anew. */
const REFRESH_MS = 15_000;

/** The therapist's dashboard: loading, failure, first time, or its tabs. */
export default function DashboardPage() {
  usePageTitle('Dashboard');
  const { user } = useSession();
  const now = new Date(useNow(REFRESH_MS));
  const tab = tabFrom(useSearchParams()[0]);
  const { profile, summary, serviceCount, days, failed, retrying, retry } = useDashboard(tab === 'overview', now);
  const [listFailed, setListFailed] = useState(false);
  useEffect(() => fetchTab(tab), [tab]);
  const calendarReturn = useCalendarReturn();
  // One sentence for all that fails together: the panels themselves tell which part it was.
  useFailureToast(failed || days.isLoadingError || listFailed, frameMessages.loadFailed);

  if (profile === null) {
    return (
      <FramedPage width="narrow">
        <GreetingHeader leads greeting={greeting(user?.name ?? '', now, localZone())} />
        <WelcomeCard />
      </FramedPage>
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
  if (profile === undefined || summary === undefined) {
    return <PageLoading label="Loading your dashboard" />;
  }
  return (
    <DashboardContent
      user={user}
      profile={profile}
      tab={tab}
      serviceCount={serviceCount}
      summary={summary}
      days={days}
      now={now}
      onBookingsFailure={setListFailed}
      calendarReturn={calendarReturn}
    />
  );
}
