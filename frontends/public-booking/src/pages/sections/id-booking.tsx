import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { useInBrowser } from '@attune/shared-ui/components/use-in-browser';
import { Link } from '@attune/shared-ui/runtime';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, type ReactNode } from 'react';
import { BookingPanel } from '../../features/booking/components/booking-panel';
import { NextFreeTime } from '../../features/booking/components/booking-teaser';
import { ConfirmationCard } from '../../features/booking/components/confirmation';
import { ServiceList } from '../../features/booking/components/service-list';
import { WithoutScripts } from '../../features/booking/components/without-scripts';
import { WaitingWindow } from '../../features/booking/components/waiting-offer';
import { focusField } from '../../features/booking/field-ids';
import { bookingMessages as messages } from '../../features/booking/messages';
import { useBooking, type Booking } from '../../features/booking/use-booking';
import { TherapistIntro } from '../../features/therapist-profile/components/therapist-intro';
import { therapistMessages } from '../../features/therapist-profile/messages';
import { meetingLabel } from '../../features/therapist-profile/session-types';
import { BookingLayout } from '../../site/booking-layout';
import { useWideLayout } from '../../site/use-wide-layout';
import type { PublicService, PublicTherapist } from '../../wire';

const BookingsPaused = lazyAgain(() => import('../../features/booking/components/bookings-paused'));

interface IdBookingProps {
  header: ReactNode;
  therapist: PublicTherapist;
  services: PublicService[];
}

/** About the therapist, the services as a choice, and the form, which is there from the start. */
export function IdBooking({ header, therapist, services }: IdBookingProps) {
  const booking = useBooking(therapist, services);
  const { service, confirmation, change } = booking;
  const wide = useWideLayout();
  const take = (choice: { service_id: string; appointment_date: string; appointment_time: string }) => {
    change(choice);
    focusField('service_id');
  };
  return (
    <BookingLayout
      header={header}
      aside={services.length > 0 && <FormOrConfirmation booking={booking} />}
      asideFirst={confirmation !== null || therapist.bookings_paused}
    >
      <Card as="section" padding="lg" aria-label={therapistMessages.about}>
        <TherapistIntro therapist={therapist} services={services}>
          {wide !== true && confirmation === null && !therapist.bookings_paused && <NextFreeTime therapist={therapist} services={services} onTake={take} />}
        </TherapistIntro>
      </Card>
      {confirmation === null && (
        <ServiceList
          services={services}
          chosen={service?.id ?? null}
          onChoose={({ id }) => change({ service_id: id })}
          meetingLabel={meetingLabel}
          paused={therapist.bookings_paused}
          therapistName={therapist.display_name}
        />
      )}
      <WithoutScripts phone={therapist.phone} />
      <WaitingWindow booking={booking} />
    </BookingLayout>
  );
}

function FormOrConfirmation({ booking }: { booking: Booking }) {
  const { therapist, service, sending, confirmation, visitorZone } = booking;
  const known = useInBrowser();
  if (confirmation) {
    const home = (
      <Link to="/" className={buttonClass({ variant: 'primary', fullWidth: true })}>
        {messages.backHome}
      </Link>
    );
    return <ConfirmationCard confirmation={confirmation} visitorZone={visitorZone} action={home} />;
  }
  if (therapist.bookings_paused) {
    return (
      <Suspense fallback={null}>
        <BookingsPaused sentence={therapist.bookings_paused_message} />
      </Suspense>
    );
  }
  // Its calendar is the reader's.
  if (!known) return null;
  const send = (
    <Button type="submit" variant="primary" fullWidth loading={sending} disabled={service === null}>
      {sending ? messages.booking : messages.bookAppointment}
    </Button>
  );
  return (
    <Card padding="none" raised>
      <BookingPanel booking={booking} actions={send} />
    </Card>
  );
}
