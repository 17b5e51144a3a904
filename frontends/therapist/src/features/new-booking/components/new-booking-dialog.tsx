import { Dialog } from '@attune/shared-ui/components/dialog';
import { useRef } from 'react';
import type { Leave } from '../../../writing/use-asked-leave';
import { newBookingMessages as messages } from '../messages';
import type { ServiceChoice } from '../new-booking-values';
import { NewBookingForm } from './new-booking-form';

interface NewBookingDialogProps {
  services: readonly ServiceChoice[];
  /** In whose clock the time is given. */
  zone: string;
  /** When it is to be, where a place of the schedule was pressed. */
  at?: { date: string; time: string } | undefined;
  onClose: () => void;
}

/** An appointment that the therapist makes for a client, known or new. */
export function NewBookingDialog({ services, zone, at, onClose }: NewBookingDialogProps) {
  const leave: Leave = useRef(undefined);
  return (
    <Dialog open title={messages.title} onOpenChange={(open) => !open && (leave.current ?? onClose)()}>
      {services.length === 0 ? <p>{messages.noServices}</p> : <NewBookingForm services={services} zone={zone} at={at} onDone={onClose} leave={leave} />}
    </Dialog>
  );
}
