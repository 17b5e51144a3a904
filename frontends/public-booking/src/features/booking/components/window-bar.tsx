import { Button } from '@attune/shared-ui/components/button';
import { bookingMessages as messages } from '../messages';
import type { Booking } from '../use-booking';
import { BookingBar } from './booking-bar';

/** The way back into a form that was put aside. */
export function WindowBar({ booking, onContinue }: { booking: Booking; onContinue: () => void }) {
  const action = (
    <Button variant="primary" onClick={onContinue}>
      {messages.continue}
    </Button>
  );
  return <BookingBar booking={booking} place="window" action={action} />;
}
