import { StatCard, StatGrid } from '@attune/shared-ui/components/stat-card';
import { formatNumber } from '@attune/shared-ui/format';
import type { BookingSummary } from '../bookings.api';

interface BookingStatsProps {
  summary: BookingSummary;
  services: number;
}

/** The four figures of the overview, counted by the server over all bookings. */
export function BookingStats({ summary, services }: BookingStatsProps) {
  return (
    <StatGrid>
      <StatCard label="Total Bookings" value={formatNumber(summary.total)} hint={summary.completed === 0 ? undefined : `${formatNumber(summary.completed)} completed`} />
      <StatCard label="This Week" value={formatNumber(summary.this_week)} />
      <StatCard label="Confirmed" value={formatNumber(summary.confirmed)} />
      <StatCard label="Services" value={formatNumber(services)} />
    </StatGrid>
  );
}
