import { Button } from '@attune/shared-ui/components/button';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense } from 'react';
import type { Booking } from '../use-booking';
import { bookingMessages as messages } from '../messages';
import styles from './booking-panel.module.css';

/** Needed where no time suits. */
const WaitingDialog = lazyAgain(() => import('../../waiting/components/waiting-dialog'));

interface WaitingProps {
  booking: Booking;
}

/** A way on for whoever finds no time. */
export function WaitingOffer({ booking }: WaitingProps) {
  return (
    <p className={styles.waiting}>
      {messages.noTimeSuits}{' '}
      <Button size="sm" variant="quiet" onClick={() => booking.setWaiting(true)}>
        {messages.waitForOne}
      </Button>
    </p>
  );
}

/** Stands on the page: the form of the booking is another place on a narrow window, and this one would be lost with it. */
export function WaitingWindow({ booking: { service, therapist, draft, isWaiting, setWaiting } }: WaitingProps) {
  if (!service || !isWaiting) return null;
  return (
    <Suspense fallback={null}>
      <WaitingDialog service={service} zone={therapist.timezone} typed={draft} onClose={() => setWaiting(false)} />
    </Suspense>
  );
}
