import { BarChart } from '@attune/shared-ui/components/BarChart';
import { Button } from '@attune/shared-ui/components/Button';
import { Card } from '@attune/shared-ui/components/Card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/Skeleton';
import { zoneLabel } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { momentLabel } from '../../../moment';
import { failedAt } from '../../../notices/failed-at';
import { FailureBanner } from '../../../notices/failure-banner';
import type { Analytics } from '../../../wire';
import { analyticsQuery } from '../api/get-analytics';
import { dailyBars } from '../daily-bars';
import { analyticsMessages as messages } from '../messages';
import styles from './analytics-panel.module.css';

/** The dashboard's Analytics tab. */
export function AnalyticsPanel() {
  const query = useQuery(analyticsQuery());
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{messages.title}</h2>
        <Button icon="refresh" loading={query.isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </div>
      <FailureBanner failedAt={failedAt(query)} text={messages.loadFailed} />
      {query.isPending && <ChartsLoading />}
      {query.isLoadingError && <p className={styles.soft}>{messages.nothingShown}</p>}
      {query.data !== undefined && <Charts analytics={query.data} />}
    </div>
  );
}

function Charts({ analytics }: { analytics: Analytics }) {
  const { daily_registrations: registrations, daily_bookings: bookings, as_of: asOf, timezone } = analytics;
  return (
    <>
      <div className={styles.charts}>
        <Card>
          <BarChart title={messages.registrations} level={3} data={dailyBars(registrations)} categoryLabel="Day" valueLabel="registrations" />
        </Card>
        <Card>
          <BarChart title={messages.bookings} level={3} data={dailyBars(bookings)} categoryLabel="Day" valueLabel="bookings" />
        </Card>
      </div>
      <p className={styles.soft}>
        Days are those of {zoneLabel(timezone)}. Counted <time dateTime={asOf}>{momentLabel(asOf)}</time>.
      </p>
    </>
  );
}

function ChartsLoading() {
  return (
    <SkeletonGroup label="Loading analytics">
      <div className={styles.charts}>
        <Skeleton height={300} radius="lg" />
        <Skeleton height={300} radius="lg" />
      </div>
    </SkeletonGroup>
  );
}
