import { formatInstant } from '@attune/shared-ui/format';
import { useQuery } from '@attune/shared-ui/runtime';
import { endSession, sessionsKey, sessionsQuery } from '../browsers.api';
import { browserMessages as messages } from '../messages';
import { BrowserList } from './browser-list';

/** Where this account is signed in; this browser signs out with Logout. */
export function SessionsList() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(sessionsQuery());
  const browsers = data?.map(({ created_at: createdAt, last_seen_at: lastSeenAt, ...session }) => ({
    ...session,
    createdAt,
    lastSeenAt,
    detail: `${messages.since(formatInstant(createdAt))}, ${messages.lastSeen(formatInstant(lastSeenAt))}`,
  }));
  return (
    <BrowserList
      browsers={browsers}
      removeCurrent={false}
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
