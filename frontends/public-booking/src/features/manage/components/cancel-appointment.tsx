import { Button } from '@attune/shared-ui/components/button';
import { placedTime } from '@attune/shared-ui/free-times';
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
  const cancel = useCancelBooking(token);
  const { appointment_date, appointment_time, timezone, therapist_name } = booking;
  const confirm = () =>
    cancel.mutate(undefined, {
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
            when={placedTime(appointment_date, appointment_time, timezone, timezone)}
            therapistName={therapist_name}
            onConfirm={confirm}
            cancelling={cancel.isPending}
          />
        </Suspense>
      )}
    </>
  );
}
