import { formatNumber } from '@attune/shared-ui/format';
import type { Metrics } from '../../wire';

/** '2.4': clients for each therapist, to one decimal; '0' where there are no therapists. */
export function ratioLabel({ client_to_therapist_ratio: ratio, total_therapists: therapists }: Metrics): string {
  return therapists === 0 ? '0' : new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ratio);
}

/** '3 new this week' */
export function newThisWeek(count: number): string {
  return `${formatNumber(count)} new this week`;
}

/** '1 calendar connection', '12 calendar connections' */
export function connectionsLabel(count: number): string {
  return count === 1 ? 'calendar connection' : 'calendar connections';
}
