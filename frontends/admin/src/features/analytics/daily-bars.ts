import type { Bar } from '@attune/shared-ui/components/BarChart';
import { formatDate } from '@attune/shared-ui/format';
import type { DailyCount } from '../../wire';

const DAYS = 7;

/** The last seven days as bars, the earliest first. */
export function dailyBars(days: readonly DailyCount[]): Bar[] {
  return [...days]
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(-DAYS)
    .map(({ date, count }) => ({ label: formatDate(date, 'weekday'), name: formatDate(date, 'long'), value: count }));
}
