import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';

/** The day from which a practice is here. */
export function dayOf(iso: string): string {
  return formatDate(instantInZone(iso, localZone()).date, 'short');
}
