import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { today } from '@attune/shared-ui/format';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '../../../lost-focus';
import type { Leave } from '../../../writing/use-asked-leave';
import { timeOffMessages as messages } from '../messages';
import { type TimeOff, timeOffQuery, useAddTimeOff, useRemoveTimeOff } from '../time-off.api';
import { bodyAsBefore, byTime, whenOf } from '../time-off-values';
import styles from './time-off-card.module.css';
import { TimeOffForm } from './time-off-form';

/** Time off of the therapist, by the clock of their zone: what is to come, what is over, add, change, remove and take that back. */
export function TimeOffCard({ zone }: { zone: string | undefined }) {
  const timeOff = useQuery(timeOffQuery());
  const [subject, setSubject] = useState<TimeOff | 'new' | null>(null);
  const { adding, acted } = useFocusOnAdding(subject !== null, timeOff.data?.length);
  const add = (
    <Button ref={adding} icon="plus" onClick={() => setSubject('new')}>
      Add time off
    </Button>
  );
  return (
    <Card padding="none">
      {timeOff.isPending && (
        <SkeletonGroup label="Loading time off">
          <div className={styles.part}>
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </SkeletonGroup>
      )}
      {timeOff.isLoadingError && (
        <div className={styles.part}>
          <ErrorPanel level={3} title={messages.loadFailed} text="Nothing has been changed." onRetry={() => void timeOff.refetch()} retrying={timeOff.isFetching} />
        </div>
      )}
      {timeOff.data?.length === 0 && <EmptyState drawing="calendar" level={3} title={messages.emptyTitle} text={messages.emptyText} action={add} />}
      {timeOff.data !== undefined && timeOff.data.length > 0 && (
        <>
          <Lists all={timeOff.data} today={today(zone)} onEdit={setSubject} onRemove={acted} />
          <div className={styles.foot}>{add}</div>
        </>
      )}
      {subject !== null && <TimeOffDialog subject={subject} onClose={() => setSubject(null)} />}
    </Card>
  );
}

interface ListsProps {
  all: readonly TimeOff[];
  today: string;
  onEdit: (timeOff: TimeOff) => void;
  onRemove: () => void;
}

/** What was pressed may be gone with its row, or with the last of them: then the focus is on the way to another one. */
function useFocusOnAdding(isOpen: boolean, count: number | undefined) {
  const adding = useRef<HTMLButtonElement>(null);
  const isAtWork = useRef(false);
  useEffect(() => {
    if (isOpen) isAtWork.current = true;
    if (isOpen || !isAtWork.current) return undefined;
    // After a window that closed has given the focus back to what may be gone.
    const timer = setTimeout(() => isFocusLost() && adding.current?.focus());
    return () => clearTimeout(timer);
  }, [isOpen, count]);
  return {
    adding,
    acted: () => {
      isAtWork.current = true;
    },
  };
}

function Lists({ all, today: day, onEdit, onRemove }: ListsProps) {
  const { ahead, over } = byTime(all, day);
  const removal = useRemoval();
  const remove = (one: TimeOff) => {
    onRemove();
    removal(one);
  };
  const rows = (list: readonly TimeOff[]) => (
    <ul className={styles.list}>
      {list.map((one) => (
        <li key={one.id} className={styles.row}>
          <div className={styles.words}>
            <strong>{one.name === null ? (one.kind === 'holiday' ? 'Day off' : 'Blocked') : <UserText>{one.name}</UserText>}</strong>
            <span className={styles.when}>{whenOf(one)}</span>
          </div>
          <div className={styles.buttons}>
            <Button size="sm" icon="edit" aria-label={`Edit ${nameOf(one)}`} onClick={() => onEdit(one)}>
              Edit
            </Button>
            <Button size="sm" variant="quiet" icon="trash" aria-label={`Remove ${nameOf(one)}`} onClick={() => remove(one)}>
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {ahead.length > 0 ? rows(ahead) : <p className={styles.none}>{messages.emptyTitle}.</p>}
      {over.length > 0 && (
        <details className={styles.over}>
          <summary>Over ({over.length})</summary>
          {rows(over)}
        </details>
      )}
    </>
  );
}

const nameOf = (timeOff: TimeOff): string => `${timeOff.name === null ? '' : `${timeOff.name}, `}${whenOf(timeOff)}`;

/** Removes at once and says how to take it back. */
function useRemoval() {
  const removal = useRemoveTimeOff();
  const addition = useAddTimeOff();
  return (timeOff: TimeOff) => {
    const { keyFor } = createKeyring();
    const body = bodyAsBefore(timeOff);
    const restore = () =>
      addition.mutate({ body, key: keyFor(body) }, { onSuccess: () => void toast.success(messages.restored), onError: () => void toast.error(messages.saveFailed) });
    removal.mutate(timeOff.id, {
      onSuccess: () => void toast.info(messages.removed, { action: { label: 'Undo', onClick: restore }, duration: 10_000 }),
      onError: () => void toast.error(messages.removeFailed),
    });
  };
}

function TimeOffDialog({ subject, onClose }: { subject: TimeOff | 'new'; onClose: () => void }) {
  const leave: Leave = useRef(undefined);
  const title = subject === 'new' ? 'Add time off' : 'Edit time off';
  return (
    <Dialog open title={title} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      <TimeOffForm label={title} {...(subject === 'new' ? {} : { timeOff: subject })} onDone={onClose} leave={leave} />
    </Dialog>
  );
}
