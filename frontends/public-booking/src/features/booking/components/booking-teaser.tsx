import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { zoneCity } from '@attune/shared-ui/format';
import { dayAndTime } from '@attune/shared-ui/free-times';
import type { PublicService, PublicTherapist } from '../../../wire';
import { availabilitySource } from '../booking.api';
import { bookingMessages as messages } from '../messages';
import styles from './booking-teaser.module.css';

interface FreeTime {
  appointment_date: string;
  appointment_time: string;
}

interface BookingTeaserProps {
  therapist: PublicTherapist;
  services: readonly PublicService[];
  onTake: (choice: { service_id: string } & FreeTime) => void;
}

/** Keeps the panel's place until a service is chosen, and offers the soonest free time the page already knows. */
export function BookingTeaser({ therapist, services, onTake }: BookingTeaserProps) {
  const [service] = services;
  const soonest = service && soonestFreeTime(therapist.id, service.id);
  return (
    <Card as="section" padding="none" raised aria-labelledby="teaser-title">
      <div className={styles.part}>
        <h2 id="teaser-title">{messages.panelTitle}</h2>
        <p className={styles.soft}>{messages.chooseServiceFirst}</p>
      </div>
      {service && soonest && (
        <div className={`${styles.part} ${styles.soonest}`}>
          <p className={styles.soft}>{messages.nextFree}</p>
          <p className={styles.when}>{dayAndTime(soonest.appointment_date, soonest.appointment_time)}</p>
          <p className={styles.soft}>
            <UserText>{service.name}</UserText>
            {` · ${zoneCity(therapist.timezone)}`}
          </p>
          <Button fullWidth className={styles.take} onClick={() => onTake({ service_id: service.id, ...soonest })}>
            {messages.takeThisTime}
          </Button>
        </div>
      )}
    </Card>
  );
}

function soonestFreeTime(therapistId: string, serviceId: string): FreeTime | undefined {
  const days = availabilitySource(therapistId, serviceId).inlined?.answer.days;
  const day = days?.find(({ times }) => times.length > 0);
  const time = day?.times[0];
  return day && time !== undefined ? { appointment_date: day.date, appointment_time: time } : undefined;
}
