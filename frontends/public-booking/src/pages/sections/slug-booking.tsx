import { Button } from '@attune/shared-ui/components/Button';
import { Card } from '@attune/shared-ui/components/Card';
import { IconButton } from '@attune/shared-ui/components/IconButton';
import type { ReactNode } from 'react';
import { BookingBar } from '../../features/booking/components/booking-bar';
import { BookingPanel } from '../../features/booking/components/booking-panel';
import { BookingSheet } from '../../features/booking/components/booking-sheet';
import { BookingTeaser, type FreeTime } from '../../features/booking/components/booking-teaser';
import { ConfirmationCard } from '../../features/booking/components/confirmation-card';
import { bookNowId, ServiceCards } from '../../features/booking/components/service-cards';
import { FIELD_IDS, focusById } from '../../features/booking/field-ids';
import { bookingMessages as messages } from '../../features/booking/messages';
import { useBooking } from '../../features/booking/use-booking';
import { useSheet } from '../../features/booking/use-sheet';
import { trustBadges } from '../../features/marketing/content';
import { TherapistIntro } from '../../features/therapist-profile/components/therapist-intro';
import { TrustBadges } from '../../features/therapist-profile/components/trust-badges';
import { sessionTypeLabels } from '../../features/therapist-profile/session-types';
import { BookingLayout } from '../../site/booking-layout';
import { useWideLayout } from '../../site/use-wide-layout';
import type { PublicService, PublicTherapist } from '../../wire';
import styles from './slug-booking.module.css';

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
  const { service, confirmation, change, sending, submit } = booking;
  const chosen = service !== null && confirmation === null;
  const sheetIsUp = !wide && chosen && sheet.isOpen;

  const openForm = () => {
    if (!wide) sheet.open();
    focusById(FIELD_IDS.serviceId);
  };
  const choose = ({ id }: PublicService) => {
    change({ serviceId: id });
    openForm();
  };
  const take = ({ service: { id }, date, time }: FreeTime) => {
    change({ serviceId: id, date, time });
    openForm();
  };
  const cancel = () => {
    if (service) focusById(bookNowId(service.id));
    change({ serviceId: null });
    sheet.close();
  };
  const closeSheet = () => {
    if (service) focusById(bookNowId(service.id));
    sheet.close();
  };
  const confirmButton = (
    <Button type="submit" variant="primary" loading={sending} fullWidth>
      {sending ? messages.booking : messages.confirmBooking}
    </Button>
  );
  const cancelButton = <Button onClick={cancel}>{messages.cancel}</Button>;

  const aside = () => {
    if (confirmation) return <Confirmation booking={booking} />;
    if (!wide) return undefined;
    if (!chosen) return services.length > 0 && <BookingTeaser therapist={therapist} services={services} onTake={take} />;
    const actions = (
      <div className={styles.actions}>
        {cancelButton}
        {confirmButton}
      </div>
    );
    return (
      <Card padding="none" raised>
        <BookingPanel booking={booking} actions={actions} />
      </Card>
    );
  };

  return (
    <BookingLayout
      header={header}
      aside={aside()}
      asideFirst={confirmation !== null}
      bar={!wide && chosen && <BookingBar booking={booking} place="window" action={<Button variant="primary" onClick={sheet.open}>{messages.continue}</Button>} />}
      sheet={
        sheetIsUp && (
          <BookingSheet labelledBy={FIELD_IDS.serviceId} onClose={closeSheet}>
            <BookingPanel
              booking={booking}
              corner={<IconButton icon="close" label={messages.close} onClick={closeSheet} />}
              onTimeChosen={() => showDetails()}
              actions={cancelButton}
              bar={<BookingBar booking={booking} place="sheet" action={confirmButton} />}
            />
          </BookingSheet>
        )
      }
    >
      <div>
        <TherapistIntro therapist={therapist} services={services} />
      </div>
      {confirmation === null && (
        <ServiceCards
          services={services}
          chosen={service?.id ?? null}
          onChoose={choose}
          sessionTypeLabels={sessionTypeLabels}
          therapistName={therapist.display_name}
        />
      )}
      <TrustBadges badges={trustBadges} />
    </BookingLayout>
  );
}
