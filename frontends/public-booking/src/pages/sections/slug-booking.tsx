import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, type ReactNode } from 'react';
import { BookingTeaser, NextFreeTime } from '../../features/booking/components/booking-teaser';
import { ServiceCards } from '../../features/booking/components/service-cards';
import { WaitingWindow } from '../../features/booking/components/waiting-offer';
import { WithoutScripts } from '../../features/booking/components/without-scripts';
import { WindowBar } from '../../features/booking/components/window-bar';
import { focusField } from '../../features/booking/field-ids';
import { useBooking } from '../../features/booking/use-booking';
import { useSheet } from '../../features/booking/use-sheet';
import { trustBadges } from '../../features/marketing/trust-badges';
import { TherapistIntro } from '../../features/therapist-profile/components/therapist-intro';
import { TrustBadges } from '../../features/therapist-profile/components/trust-badges';
import { meetingLabel } from '../../features/therapist-profile/session-types';
import { BookingLayout } from '../../site/booking-layout';
import { isWide, useWideLayout } from '../../site/use-wide-layout';
import type { PublicService, PublicTherapist } from '../../wire';
import { CardForm, SheetForm, SlugConfirmation } from './slug-form';

const BookingsPaused = lazyAgain(() => import('../../features/booking/components/bookings-paused'));

interface SlugBookingProps {
  header: ReactNode;
  therapist: PublicTherapist;
  services: PublicService[];
}

/** The therapist, the services as cards, and the booking: beside the text, or as a sheet where there is no room. */
export function SlugBooking({ header, therapist, services }: SlugBookingProps) {
  const booking = useBooking(therapist, services);
  const wide = useWideLayout();
  const sheet = useSheet();
  const { service, confirmation, change } = booking;
  const choosing = confirmation === null;
  const paused = therapist.bookings_paused;
  const formIsOpen = choosing && !paused && service !== null;

  const choose = (choice: { service_id: string; appointment_date?: string; appointment_time?: string }) => {
    change(choice);
    // A page that the server drew may be pressed before it knows its window.
    if (isWide()) focusField('service_id');
    else sheet.open();
  };
  const cancel = () => {
    change({ service_id: null });
    sheet.close();
  };
  const aside = () => {
    if (!choosing) return <SlugConfirmation booking={booking} />;
    if (paused) {
      return (
        <Suspense fallback={null}>
          <BookingsPaused sentence={therapist.bookings_paused_message} />
        </Suspense>
      );
    }
    if (wide === false || services.length === 0) return undefined;
    if (!formIsOpen) return <BookingTeaser therapist={therapist} services={services} onTake={choose} />;
    return <CardForm booking={booking} onCancel={cancel} />;
  };

  return (
    <BookingLayout
      header={header}
      aside={aside()}
      asideFirst={!choosing || paused}
      asideIfRoom={wide === undefined}
      bar={wide === false && formIsOpen && <WindowBar booking={booking} onContinue={sheet.open} />}
      sheet={wide === false && formIsOpen && sheet.isOpen && <SheetForm booking={booking} onCancel={cancel} onClose={sheet.close} />}
    >
      <div>
        <TherapistIntro therapist={therapist} services={services}>
          {wide !== true && choosing && !paused && <NextFreeTime therapist={therapist} services={services} onTake={choose} />}
        </TherapistIntro>
      </div>
      {choosing && (
        <ServiceCards
          services={services}
          chosen={service?.id ?? null}
          onChoose={paused ? undefined : ({ id }) => choose({ service_id: id })}
          meetingLabel={meetingLabel}
          therapistName={therapist.display_name}
        />
      )}
      <WithoutScripts phone={therapist.phone} />
      <TrustBadges badges={trustBadges} />
      <WaitingWindow booking={booking} />
    </BookingLayout>
  );
}
