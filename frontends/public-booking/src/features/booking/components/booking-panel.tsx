import { Banner } from '@attune/shared-ui/components/banner';
import { UserText } from '@attune/shared-ui/components/user-text';
import { FreeTimePicker, placedTime } from '@attune/shared-ui/free-times';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, type FormEvent, type ReactNode } from 'react';
import { fieldId } from '../field-ids';
import { bookingMessages as messages } from '../messages';
import { lengthAndPrice } from '../price-label';
import type { Booking } from '../use-booking';
import styles from './booking-panel.module.css';
import { DetailsFields } from './details-fields';

/** Seldom needed: only while very many strangers book at once. */
const HoldStep = lazyAgain(() => import('./hold-step'));

interface BookingPanelProps {
  booking: Booking;
  /** Buttons that send or leave. */
  actions: ReactNode;
  /** Beside the chosen service, such as a cross that closes a sheet. */
  corner?: ReactNode;
  /** Stays in sight at the foot while the rest scrolls. */
  bar?: ReactNode;
  /** Called when a time was chosen, after the choice is kept. */
  onTimeChosen?: () => void;
}

/** Day, time and details for the chosen service: one form, one page. */
export function BookingPanel({ booking, actions, corner, bar, onTimeChosen }: BookingPanelProps) {
  const { therapist, service, draft, change, errors, failure, free, submit, held, visitorZone } = booking;
  const where = service?.session_type === 'in-person' && (service.address ?? therapist.address);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const chooseTime = (time: string) => {
    change({ appointment_time: time });
    onTimeChosen?.();
  };
  if (held) {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <HoldStep held={held} booking={booking} corner={corner} />
      </Suspense>
    );
  }
  return (
    <form noValidate className={styles.panel} aria-labelledby={fieldId('service_id')} onSubmit={send}>
      <header className={styles.head}>
        <div className={styles.service}>
          <h2 id={fieldId('service_id')} tabIndex={-1} className={styles.name}>
            {service ? <UserText>{service.name}</UserText> : messages.noServiceChosen}
          </h2>
          {service && <p className={styles.facts}>{lengthAndPrice(service)}</p>}
          {where && (
            <UserText as="p" className={styles.facts} preserveLines>
              {where}
            </UserText>
          )}
        </div>
        {corner}
      </header>
      {errors.service_id !== undefined && <p className={styles.error}>{errors.service_id}</p>}
      <FreeTimePicker
        free={free}
        date={service ? draft.appointment_date : null}
        time={draft.appointment_time}
        onDate={(date) => change({ appointment_date: date })}
        onTime={chooseTime}
        zone={therapist.timezone}
        visitorZone={visitorZone}
        hint={service ? undefined : messages.chooseServiceFirst}
        dateError={errors.appointment_date}
        timeError={errors.appointment_time}
        ids={{ date: fieldId('appointment_date'), time: fieldId('appointment_time') }}
      />
      <DetailsFields service={service} address={therapist.address} draft={draft} errors={errors} onChange={change} />
      {failure !== null && (
        <div className={styles.failure}>
          <Banner tone="danger" role="alert" title={messages.notBooked}>
            {failure}
          </Banner>
        </div>
      )}
      <footer className={styles.foot}>
        {actions}
        <PanelNote booking={booking} />
      </footer>
      {bar}
    </form>
  );
}

/** What is about to be booked, and until when it can be undone. */
function PanelNote({ booking: { draft, free, therapist, visitorZone } }: { booking: Booking }) {
  const { appointment_date: date, appointment_time: time } = draft;
  const hours = free.cancellationNoticeHours;
  const when = date !== null && time !== null ? `${placedTime(date, time, therapist.timezone, visitorZone)}. ` : '';
  const policy = hours === undefined ? '' : messages.freeToCancel(hours);
  return <p className={styles.note}>{when + policy}</p>;
}
