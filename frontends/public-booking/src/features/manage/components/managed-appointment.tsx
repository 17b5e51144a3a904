import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { localZone } from '@attune/shared-ui/format';
import { Link } from '@attune/shared-ui/runtime';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { whoBookedMessages as whoBooked } from '@attune/shared-ui/who-booked';
import { Suspense, useState } from 'react';
import type { ManagedBooking } from '../manage.api';
import { manageMessages as messages } from '../messages';
import { AppointmentCard } from './appointment-card';
import { CancelAppointment } from './cancel-appointment';
import styles from './managed-appointment.module.css';
import { MoveAppointment } from './move-appointment';

interface ManagedAppointmentProps {
  booking: ManagedBooking;
  token: string;
  /** @param token of a new link: the earlier one ended */
  onRenewed: (token: string) => void;
}

const WhoBooked = lazyAgain(() => import('./who-booked'));

type Done = 'moved' | 'cancelled' | 'owned' | 'ended';

/** What was pressed is gone; the appointment is what one listens for. */
const focusOnDay = (): void => document.getElementById('appointment-day')?.focus();

/** One appointment and what its client can do about it, with the rule said before the click. */
export function ManagedAppointment({ booking, token, onRenewed }: ManagedAppointmentProps) {
  const [moving, setMoving] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const visitorZone = localZone();
  const open = booking.status === 'confirmed';
  const finishMove = () => {
    setMoving(false);
    setDone('moved');
    focusOnDay();
  };
  return (
    <div className={styles.stack}>
      <div role="status">
        {done === 'moved' && open && (
          <Banner tone="positive" title={messages.moved}>
            {messages.movedMail}
          </Banner>
        )}
        {done === 'owned' && open && (
          <Banner tone="positive" title={whoBooked.owned}>
            {whoBooked.ownedText(booking.therapist_name)}
          </Banner>
        )}
        {done === 'ended' && open && (
          <Banner tone="positive" title={whoBooked.ended}>
            {whoBooked.endedMail}
          </Banner>
        )}
      </div>
      <AppointmentCard booking={booking} visitorZone={visitorZone}>
        {booking.therapist_word !== null && <Word booking={booking} />}
        {booking.is_past && <p>{messages.past}</p>}
        {open ? !booking.is_past && <p>{booking.policy}</p> : <Ended booking={booking} />}
        {open && booking.can_change && !moving && (
          <div className={styles.actions}>
            <Button variant="primary" icon="calendar" onClick={() => setMoving(true)}>
              {messages.move}
            </Button>
            <CancelAppointment booking={booking} token={token} onDone={() => setDone('cancelled')} />
          </div>
        )}
      </AppointmentCard>
      {open && booking.can_change && moving && (
        <MoveAppointment booking={booking} token={token} visitorZone={visitorZone} onMoved={finishMove} onKeep={() => setMoving(false)} />
      )}
      {open && booking.by_visitor && !moving && !isAnswered && (
        <Suspense fallback={null}>
          <WhoBooked
            booking={booking}
            token={token}
            onOwn={() => {
              setDone('owned');
              focusOnDay();
            }}
            onEnded={(renewed) => {
              setAnswered(true);
              setDone('ended');
              onRenewed(renewed);
            }}
            onAnswered={focusOnDay}
          />
        </Suspense>
      )}
    </div>
  );
}

/** What the therapist says about their change of it. */
function Word({ booking: { therapist_name, therapist_word } }: { booking: ManagedBooking }) {
  return (
    <div className={styles.word}>
      <Banner tone="info" title={messages.wordFrom(therapist_name)}>
        <UserText preserveLines>{therapist_word ?? ''}</UserText>
      </Banner>
    </div>
  );
}

function Ended({ booking: { status, therapist_slug, therapist_id } }: { booking: ManagedBooking }) {
  const page = therapist_slug === null ? `/book/${therapist_id}` : `/t/${therapist_slug}`;
  return (
    <>
      <p>{status === 'cancelled' ? messages.cancelledText : messages.completedText}</p>
      <div className={styles.actions}>
        <Link to={page} className={buttonClass()}>
          {messages.bookAgain}
        </Link>
      </div>
    </>
  );
}
