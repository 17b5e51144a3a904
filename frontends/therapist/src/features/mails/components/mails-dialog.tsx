import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatInstant } from '@attune/shared-ui/format';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type BookingMail, mailsOfBookingQuery, useSendMailAgain } from '../mails.api';
import { mailMessages as messages } from '../messages';
import styles from './booking-mails.module.css';

const TONES = { queued: 'neutral', sent: 'positive', failed: 'danger' } as const;

/** The mails of one appointment: what became of each, and the way to send it again. */
export function MailsDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(mailsOfBookingQuery(bookingId));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={messages.title}>
      {isPending && (
        <SkeletonGroup label={messages.title}>
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {isLoadingError && <ErrorPanel level={3} title={messages.loadFailed} text={messages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />}
      <ul className={styles.list}>
        {data?.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <p className={styles.kept}>{messages.kept}</p>
    </Dialog>
  );
}

function MailRow({ mail }: { mail: BookingMail }) {
  const { id, kind, recipient, state, at, reason, can_send_again } = mail;
  const [keyring] = useState(createKeyring);
  const again = useSendMailAgain();
  const name = `${messages.kinds[kind]} ${messages.recipients[recipient]}`;
  // Each time that the mail came to its end is another occasion.
  const send = () =>
    again.mutate(
      { id, key: keyring.keyFor(at) },
      { onSuccess: () => void toast.success(messages.againDone), onError: (error) => void toast.error(refusalText(error, messages.againFailed)) },
    );
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.head}>
          <strong>{name}</strong>
          <Badge tone={TONES[state]}>{messages.states[state]}</Badge>
        </div>
        <time className={styles.soft} dateTime={at}>
          {formatInstant(at)}
        </time>
        {reason !== null && <p className={styles.soft}>{state === 'queued' ? messages.tryingAgain(reason) : reason}</p>}
      </div>
      {can_send_again && (
        <Button size="sm" loading={again.isPending} aria-label={`${messages.again}: ${name}`} onClick={send}>
          {messages.again}
        </Button>
      )}
    </li>
  );
}
