import { formatDate, formatInstant, instantInZone, localZone } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { revokeTrust, trustedBrowsersQuery, trustedKey } from '../browsers.api';
import { browserMessages as messages } from '../messages';
import { BrowserList } from './browser-list';

const day = (instant: string) => formatDate(instantInZone(instant, localZone()).date, 'short');

/** Browsers that need no code, with the way to change that. */
export function TrustedList() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(trustedBrowsersQuery());
  const browsers = data?.map(({ id, label: browser, created_at: createdAt, last_used_at: lastSeenAt, expires_at: expiresAt, current }) => ({
    id,
    browser,
    createdAt,
    lastSeenAt,
    current,
    detail: `${messages.trustedSince(day(createdAt))} ${messages.until(day(expiresAt))}, ${messages.lastSeen(formatInstant(lastSeenAt))}`,
  }));
  return (
    <BrowserList
      browsers={browsers}
      removeCurrent
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
