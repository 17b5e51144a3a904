import { Banner } from '@attune/shared-ui/components/banner';
import { UserText } from '@attune/shared-ui/components/user-text';
import { FreeTimePicker, placedTime } from '@attune/shared-ui/free-times';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, type FormEvent, type ReactNode } from 'react';
import { FIELD_IDS } from '../field-ids';
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const chooseTime = (time: string) => {
    change({ time });
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
    <form noValidate className={styles.panel} aria-labelledby={FIELD_IDS.serviceId} onSubmit={send}>
      <header className={styles.head}>
        <div className={styles.service}>
          <h2 id={FIELD_IDS.serviceId} tabIndex={-1} className={styles.name}>
            {service ? <UserText>{service.name}</UserText> : messages.noServiceChosen}
          </h2>
          {service && <p className={styles.facts}>{lengthAndPrice(service)}</p>}
        </div>
        {corner}
      </header>
      {errors.serviceId !== undefined && <p className={styles.error}>{errors.serviceId}</p>}
      <FreeTimePicker
        free={free}
        date={service ? draft.date : null}
        time={draft.time}
        onDate={(date) => change({ date })}
        onTime={chooseTime}
        zone={therapist.timezone}
        visitorZone={visitorZone}
        hint={service ? undefined : messages.chooseServiceFirst}
        dateError={errors.date}
        timeError={errors.time}
        ids={{ date: FIELD_IDS.date, time: FIELD_IDS.time }}
      />
      <DetailsFields draft={draft} errors={errors} onChange={change} />
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
  const { date, time } = draft;
  const hours = free.cancellationNoticeHours;
  const when = date !== null && time !== null ? `${placedTime(date, time, therapist.timezone, visitorZone)}. ` : '';
  const policy = hours === undefined ? '' : messages.freeToCancel(hours);
  return <p className={styles.note}>{when + policy}</p>;
}
