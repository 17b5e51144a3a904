import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';

/** '24 Nov 2026', in the reader's calendar. */
export function writtenOn(instant: string): string {
  return formatDate(instantInZone(instant, localZone()).date, 'short');
}
