import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { SessionList, type SessionEntry } from '@attune/shared-ui/components/session-list';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery, useSession } from '@attune/shared-ui/runtime';
import { useId, useRef, useState } from 'react';
import { sessionsQuery, useEndSession } from '../security.api';
import { securityMessages as messages } from '../messages';
import styles from './security.module.css';

interface SessionsCardProps {
  /** Signing out here would lose what was typed on the page. */
  unsaved: boolean;
}

/** Where this therapist is signed in, each place with its end; ending this one is signing out. */
export function SessionsCard({ unsaved }: SessionsCardProps) {
  const title = useId();
  const list = useRef<HTMLDivElement>(null);
  const { logout } = useSession();
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(sessionsQuery());
  const end = useEndSession();
  const [leaving, setLeaving] = useState(false);

  const revoke = ({ id, current }: SessionEntry) => {
    if (current) return setLeaving(true);
    end.mutate(id, {
      onSuccess: () => {
        toast.success(messages.ended);
        // The button that was pressed is gone.
        list.current?.focus();
      },
      onError: (error) => toast.error(refusalText(error, messages.endFailed)),
    });
  };

  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} level={3} title={messages.sessions} />
      {isPending && <Loading />}
      {isLoadingError && (
        <ErrorPanel level={4} title={messages.sessionsFailed} text={messages.unchanged} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data !== undefined && (
        <div ref={list} tabIndex={-1} className={styles.list}>
          <SessionList
            sessions={data.map(({ created_at: createdAt, last_seen_at: lastSeenAt, ...row }) => ({ ...row, createdAt, lastSeenAt }))}
            revoking={end.isPending ? end.variables : null}
            revokeLabel={messages.signOut}
            revokeCurrent
            onRevoke={revoke}
          />
          {data.every(({ current }) => current) && <p className={styles.alone}>{messages.nowhereElse}</p>}
        </div>
      )}
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={messages.signOutHere}
        body={unsaved ? messages.signOutHereUnsaved : messages.signOutHereBody}
        confirmLabel={messages.signOut}
        cancelLabel={messages.stay}
        tone={unsaved ? 'danger' : 'primary'}
        onConfirm={() => void logout()}
      />
    </Card>
  );
}

function Loading() {
  return (
    <CardBody>
      <SkeletonGroup label={messages.sessionsLoading}>
        <div className={styles.stack}>
          <Skeleton width="40%" />
          <Skeleton width="70%" />
        </div>
      </SkeletonGroup>
    </CardBody>
  );
}
