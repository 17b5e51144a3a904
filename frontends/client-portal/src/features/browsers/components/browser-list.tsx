import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { ApiError, toast, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { browserMessages as messages } from '../messages';
import styles from './browser-list.module.css';

export interface BrowserRow {
  id: string;
  name: string;
  detail: string;
  current: boolean;
  removable: boolean;
}

interface BrowserListProps {
  rows: readonly BrowserRow[] | undefined;
  /** How the list was asked for, to ask again. */
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
  queryKey: readonly string[];
  remove: (id: string) => Promise<unknown>;
  words: { empty: string; failed: string; remove: string; removed: string; removeFailed: string };
}

/** Browsers one below the other, each with the way to be rid of it. */
export function BrowserList({ rows, failed, retrying, onRetry, queryKey, remove, words }: BrowserListProps) {
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
      {rows === undefined && (
        <SkeletonGroup label={messages.loading}>
          <div className={styles.row}>
            <Skeleton width="60%" height={40} />
          </div>
        </SkeletonGroup>
      )}
      {rows?.length === 0 && <p className={styles.empty}>{words.empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map(({ id, name, detail, current, removable }) => (
            <li key={id} className={styles.row}>
              <div className={styles.words}>
                <p className={styles.name}>
                  <UserText>{name}</UserText> {current && <Badge tone="accent">{messages.thisBrowser}</Badge>}
                </p>
                <p className={styles.soft}>{detail}</p>
              </div>
              {removable && (
                <Button
                  size="sm"
                  aria-label={`${words.remove}: ${name}`}
                  loading={removal.isPending && removal.variables === id}
                  onClick={() => removal.mutate(id)}
                >
                  {words.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
