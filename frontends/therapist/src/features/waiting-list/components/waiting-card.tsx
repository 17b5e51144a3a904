import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, formatDate, instantInZone, weekdayName } from '@attune/shared-ui/format';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { waitingListMessages as messages } from '../messages';
import { useRemoveWaiting, type Waiting, waitingListQuery } from '../waiting-list.api';
import styles from './waiting-card.module.css';

/** Who waits for a time; nothing while nobody does. */
export function WaitingCard({ zone }: { zone: string }) {
  const list = useQuery(waitingListQuery());
  const remove = useRemoveWaiting();
  const [doomed, setDoomed] = useState<Waiting>();
  if (list.isLoadingError) {
    return (
      <Banner tone="attention">
        {messages.loadFailed}{' '}
        <Button size="sm" loading={list.isFetching} onClick={() => void list.refetch()}>
          {messages.tryAgain}
        </Button>
      </Banner>
    );
  }
  if (list.data === undefined || list.data.length === 0) return null;
  const takeOff = ({ id }: Waiting) =>
    remove.mutate(id, {
      onSuccess: () => void toast.success(messages.removed),
      onError: (error) => void toast.error(refusalText(error, messages.removeFailed)),
      onSettled: () => setDoomed(undefined),
    });
  return (
    <Card as="section" padding="none" aria-labelledby="waiting-list">
      <details className={styles.details}>
        <summary className={styles.summary}>
          <h3 id="waiting-list" className={styles.title}>
            {messages.title(list.data.length)}
          </h3>
        </summary>
        <p className={styles.soft}>{messages.text}</p>
        <ol className={styles.list}>
          {list.data.map((waiting) => (
            <Row key={waiting.id} waiting={waiting} zone={zone} onRemove={() => setDoomed(waiting)} />
          ))}
        </ol>
      </details>
      {doomed && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setDoomed(undefined)}
          title={messages.removeTitle}
          body={
            <>
              <strong>
                <UserText>{doomed.client_name}</UserText>
              </strong>
              . {messages.removeText}
            </>
          }
          confirmLabel={messages.remove}
          cancelLabel={messages.keep}
          tone="danger"
          loading={remove.isPending}
          onConfirm={() => takeOff(doomed)}
        />
      )}
    </Card>
  );
}

function Row({ waiting: { client_name, client_email, service_name, wishes, since, offer }, zone, onRemove }: { waiting: Waiting; zone: string; onRemove: () => void }) {
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <strong>
          <UserText>{client_name}</UserText>
        </strong>
        <a className={styles.link} href={`mailto:${encodeURIComponent(client_email).replace('%40', '@')}`}>
          {client_email}
        </a>
        <span className={styles.soft}>
          <UserText>{service_name}</UserText> · {messages.since(formatDate(instantInZone(since, zone).date))}
        </span>
        <span className={styles.soft}>{wishes.map(wishWords).join(' · ')}</span>
        {offer && (
          <span className={styles.kept}>
            {messages.offered(`${formatDate(offer.appointment_date)}, ${clockTime(offer.appointment_time)}`, clockTime(instantInZone(offer.expires_at, zone).time))}
          </span>
        )}
      </div>
      <Button size="sm" variant="quiet" aria-label={`${messages.remove}: ${client_name}`} onClick={onRemove}>
        {messages.remove}
      </Button>
    </li>
  );
}

/** 4 January 1970 was a Sunday. */
function wishWords({ weekday, from, until }: Waiting['wishes'][number]): string {
  const day = weekday === null ? messages.anyDay : weekdayName(`1970-01-${String(4 + weekday).padStart(2, '0')}`, 'long');
  return `${day}, ${from === until ? from : `${from} to ${until}`}`;
}
