import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { TypedByVisitor, whoBookedMessages as messages } from '@attune/shared-ui/who-booked';
import { useState } from 'react';
import { type ManagedBooking, useEndOthersLink, useTakeForOwn } from '../manage.api';
import styles from './who-booked.module.css';

interface WhoBookedProps {
  booking: ManagedBooking;
  token: string;
  onOwn: () => void;
  /** @param token of the new link */
  onEnded: (token: string) => void;
  /** Moves focus to what is left of the page. */
  onAnswered: () => void;
}

const say = (error: Error) => void toast.error(error instanceof ApiError ? error.detail : messages.notSaved);

/** What somebody typed who did not sign in, and whether that was the reader. To have looked at it says nothing: only a button does. */
export default function WhoBooked({ booking, token, onOwn, onEnded, onAnswered }: WhoBookedProps) {
  const [asking, setAsking] = useState(false);
  const own = useTakeForOwn(token);
  const others = useEndOthersLink(token);
  return (
    <Card as="section" padding="lg" raised aria-labelledby="who-booked">
      <h2 id="who-booked" className={styles.title}>
        {messages.title}
      </h2>
      <p className={styles.text}>{messages.typed}</p>
      <TypedByVisitor booking={booking} />
      <p className={styles.text}>
        <UserText>{messages.whatFollows(booking.therapist_name)}</UserText>
      </p>
      <div className={styles.actions}>
        <Button loading={own.isPending} onClick={() => own.mutate(undefined, { onSuccess: onOwn, onError: say })}>
          {messages.own}
        </Button>
        <Button disabled={own.isPending} onClick={() => setAsking(true)}>
          {messages.others}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={messages.endTitle}
        body={messages.endBody}
        confirmLabel={messages.end}
        cancelLabel={messages.notNow}
        tone="primary"
        loading={others.isPending}
        onConfirm={() => others.mutate(undefined, { onSuccess: ({ manage_token }) => onEnded(manage_token), onError: say })}
        focusElsewhere={onAnswered}
      />
    </Card>
  );
}
