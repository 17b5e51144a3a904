import { formatDate, formatInstant, instantInZone, localZone } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { revokeTrust, trustedBrowsersQuery, trustedKey } from '../browsers.api';
import { browserMessages as messages } from '../messages';
import { BrowserList } from './browser-list';

const day = (instant: string) => formatDate(instantInZone(instant, localZone()).date, 'short');

/** Browsers that need no code, with the way to change that. */
export function TrustedList() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(trustedBrowsersQuery());
  const rows = data?.map(({ id, label, created_at, last_used_at, expires_at, current }) => ({
    id,
    name: label,
    detail: `${messages.trustedSince(day(created_at))} ${messages.until(day(expires_at))}, ${messages.lastSeen(formatInstant(last_used_at))}`,
    current,
    removable: true,
  }));
  return (
    <BrowserList
      rows={rows}
      failed={isLoadingError}
      retrying={isFetching}
      onRetry={() => void refetch()}
      queryKey={trustedKey}
      remove={revokeTrust}
      words={{
        empty: messages.trustedEmpty,
        failed: messages.trustedFailed,
        remove: messages.revoke,
        removed: messages.revoked,
        removeFailed: messages.revokeFailed,
      }}
    />
  );
}
