import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { SessionList, type SessionEntry } from '@attune/shared-ui/components/session-list';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { ApiError, toast, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { browserMessages as messages } from '../messages';
import styles from './browser-list.module.css';

interface BrowserListProps {
  /** Undefined while they are on their way. */
  browsers: readonly SessionEntry[] | undefined;
  /** Whether the browser that shows the list can be taken off it. */
  removeCurrent: boolean;
  remove: (id: string) => Promise<unknown>;
  words: { empty: string; failed: string; remove: string; removed: string; removeFailed: string };
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
  /** How the list was asked for, to ask again. */
  queryKey: readonly string[];
}

/** Browsers one below the other, each with the way to be rid of it; what is said while there are none to show. */
export function BrowserList(props: BrowserListProps) {
  const { browsers, removeCurrent, remove, words, failed, retrying, onRetry, queryKey } = props;
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => toast.success(words.removed),
    onError: (error) => toast.error(error instanceof ApiError && error.explained ? error.detail : words.removeFailed),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (failed) return <ErrorPanel level={3} title={words.failed} text={messages.tryLater} retryLabel={messages.tryAgain} onRetry={onRetry} retrying={retrying} />;
  return (
    <Card padding="none">
      {browsers === undefined && (
        <SkeletonGroup label={messages.loading}>
          <div className={styles.loading}>
            <Skeleton width="60%" height={40} />
          </div>
        </SkeletonGroup>
      )}
      {browsers?.length === 0 && <p className={styles.empty}>{words.empty}</p>}
      {browsers !== undefined && browsers.length > 0 && (
        <SessionList
          sessions={browsers}
          revokeLabel={words.remove}
          revokeCurrent={removeCurrent}
          revoking={removal.isPending ? removal.variables : null}
          onRevoke={({ id }) => removal.mutate(id)}
        />
      )}
    </Card>
  );
}
