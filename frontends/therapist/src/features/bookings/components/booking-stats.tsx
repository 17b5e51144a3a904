import { StatCard, StatGrid } from '@attune/shared-ui/components/stat-card';
import { formatNumber } from '@attune/shared-ui/format';
import type { BookingSummary } from '../bookings.api';

interface BookingStatsProps {
  summary: BookingSummary;
  services: number;
}

function hintOf({ completed, no_shows }: BookingSummary): string | undefined {
  const parts = [completed > 0 && `${formatNumber(completed)} completed`, no_shows > 0 && `${formatNumber(no_shows)} no-${no_shows === 1 ? 'show' : 'shows'}`];
  return parts.filter(Boolean).join(', ') || undefined;
}

/** The four figures of the overview, counted by the server over all bookings. */
export function BookingStats({ summary, services }: BookingStatsProps) {
  return (
    <StatGrid>
      <StatCard label="Total Bookings" value={formatNumber(summary.total)} hint={hintOf(summary)} />
      <StatCard label="This Week" value={formatNumber(summary.this_week)} />
      <StatCard label="Confirmed" value={formatNumber(summary.confirmed)} />
      <StatCard label="Services" value={formatNumber(services)} />
    </StatGrid>
  );
}
