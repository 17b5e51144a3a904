import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { useInBrowser } from '@attune/shared-ui/components/use-in-browser';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, localZone, PLAIN_REGION, zoneCity } from '@attune/shared-ui/format';
import { dayAndTime, readersMoment } from '@attune/shared-ui/free-times';
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
export function BookingTeaser(props: BookingTeaserProps) {
  return (
    <Card as="section" padding="none" raised aria-labelledby="teaser-title">
      <div className={styles.part}>
        <h2 id="teaser-title">{messages.panelTitle}</h2>
        <p className={styles.soft}>{messages.chooseServiceFirst}</p>
      </div>
      <Soonest {...props} />
    </Card>
  );
}

/** The soonest free time alone, where the panel has no place beside the text. */
export function NextFreeTime(props: BookingTeaserProps) {
  const soonest = Soonest(props);
  return soonest && <div className={styles.alone}>{soonest}</div>;
}

function Soonest({ therapist, services, onTake }: BookingTeaserProps) {
  const known = useInBrowser();
  const [service] = services;
  const soonest = service && soonestFreeTime(therapist.id, service.id);
  if (!soonest) return null;
  const own = readersMoment(soonest.appointment_date, soonest.appointment_time, therapist.timezone, known ? localZone() : therapist.timezone);
  return (
    <div className={`${styles.part} ${styles.soonest}`}>
      <p className={styles.soft}>{messages.nextFree}</p>
      <p className={known ? styles.when : `${styles.when} ${styles.unread}`}>{known ? dayAndTime(own.date, own.time) : practiceTime(soonest)}</p>
      <p className={known ? styles.soft : `${styles.soft} ${styles.unread}`}>
        <UserText>{service.name}</UserText>
        <span className={styles.dot}>{' · '}</span>
        <span className={styles.place}>{own.there ?? zoneCity(therapist.timezone)}</span>
      </p>
      <Button fullWidth className={styles.take} onClick={() => onTake({ service_id: service.id, ...soonest })}>
        {messages.takeThisTime}
      </Button>
    </div>
  );
}

/** By the practice's clock, for whoever has no scripts. */
function practiceTime({ appointment_date, appointment_time }: FreeTime): string {
  return `${formatDate(appointment_date, 'medium', PLAIN_REGION)}, ${appointment_time}`;
}

function soonestFreeTime(therapistId: string, serviceId: string): FreeTime | undefined {
  const days = availabilitySource(therapistId, serviceId).inlined?.answer.days;
  const day = days?.find(({ times }) => times.length > 0);
  const time = day?.times[0];
  return day && time !== undefined ? { appointment_date: day.date, appointment_time: time } : undefined;
}
