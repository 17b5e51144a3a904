import { formatInstant } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { endSession, sessionsKey, sessionsQuery } from '../browsers.api';
import { browserMessages as messages } from '../messages';
import { BrowserList } from './browser-list';

/** Where this account is signed in; this browser signs out with Logout. */
export function SessionsList() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(sessionsQuery());
  const rows = data?.map(({ id, browser, created_at, last_seen_at, current }) => ({
    id,
    name: browser,
    detail: `${messages.since(formatInstant(created_at))}, ${messages.lastSeen(formatInstant(last_seen_at))}`,
    current,
    removable: !current,
  }));
  return (
    <BrowserList
      rows={rows}
      failed={isLoadingError}
      retrying={isFetching}
      onRetry={() => void refetch()}
      queryKey={sessionsKey}
      remove={endSession}
      words={{
        empty: messages.sessionsEmpty,
        failed: messages.sessionsFailed,
        remove: messages.end,
        removed: messages.ended,
        removeFailed: messages.endFailed,
      }}
    />
  );
}
