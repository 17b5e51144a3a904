import { formatNumber } from '@attune/shared-ui/format';
import type { ClientRecord } from './client-record.api';

/** Sessions of a client in numbers, such as '1 upcoming · 4 completed'; what there is none of is left out. */
export function sessionsInWords({ upcoming, completed, cancelled, no_shows }: ClientRecord['sessions']): string {
  const counts = [
    ['upcoming', upcoming],
    ['completed', completed],
    ['cancelled', cancelled],
    [no_shows === 1 ? 'no-show' : 'no-shows', no_shows],
  ] as const;
  const said = counts.flatMap(([word, count]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : []));
  return said.length === 0 ? 'no sessions' : said.join(' · ');
}
