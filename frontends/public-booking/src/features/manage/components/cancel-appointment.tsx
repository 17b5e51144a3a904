import { Button } from '@attune/shared-ui/components/button';
import { localZone } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, useState } from 'react';
import { type ManagedBooking, useCancelBooking } from '../manage.api';
import { manageMessages as messages } from '../messages';

const CancelQuestion = lazyAgain(() => import('./cancel-question'));

interface CancelAppointmentProps {
  booking: ManagedBooking;
  token: string;
  onDone: () => void;
}

/** Asks, then cancels. */
export function CancelAppointment({ booking, token, onDone }: CancelAppointmentProps) {
  const [asking, setAsking] = useState<'never' | 'yes' | 'no'>('never');
  const [keyring] = useState(createKeyring);
  const cancel = useCancelBooking(token);
  const { appointment_date, appointment_time, timezone, therapist_name } = booking;
  const confirm = () =>
    cancel.mutate(keyring.keyFor(booking.id), {
      onSuccess: () => {
        toast.success(messages.cancelDone);
        onDone();
      },
      onError: (error) => {
        setAsking('no');
        toast.error(error instanceof ApiError ? error.detail : messages.cancelFailed);
      },
    });
  return (
    <>
      <Button onClick={() => setAsking('yes')}>{messages.cancel}</Button>
      {asking !== 'never' && (
        <Suspense fallback={null}>
          <CancelQuestion
            open={asking === 'yes'}
            onOpenChange={(open) => setAsking(open ? 'yes' : 'no')}
            when={ownTimeFirst(appointment_date, appointment_time, timezone, localZone())}
            therapistName={therapist_name}
            onConfirm={confirm}
            cancelling={cancel.isPending}
          />
        </Suspense>
      )}
    </>
  );
}
