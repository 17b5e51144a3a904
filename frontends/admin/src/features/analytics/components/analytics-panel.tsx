import { type Bar, BarChart } from '@attune/shared-ui/components/bar-chart';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { formatDate, zoneLabel } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { momentLabel } from '../../../moment';
import type { Analytics, DailyCount } from '../../../wire';
import { analyticsQuery } from '../analytics.api';
import { analyticsMessages as messages } from '../messages';
import styles from './analytics-panel.module.css';

const DAYS = 7;

/** The last seven days as bars, the earliest first. */
export function dailyBars(days: readonly DailyCount[]): Bar[] {
  return [...days]
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(-DAYS)
    .map(({ date, count }) => ({ label: formatDate(date, 'weekday'), name: formatDate(date, 'long'), value: count }));
}

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
