import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { FreeTimePicker, ownTimeFirst } from '@attune/shared-ui/free-times';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, useState, type FormEvent, type ReactNode } from 'react';
import { useWideLayout } from '../../../site/use-wide-layout';
import { hasDetails } from '../booking-draft';
import { fieldId, focusField } from '../field-ids';
import { bookingMessages as messages } from '../messages';
import { lengthAndPrice } from '../price-label';
import type { Booking } from '../use-booking';
import styles from './booking-panel.module.css';
import { DetailsFields } from './details-fields';
import { WaitingOffer } from './waiting-offer';

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

/**
 * Day, time and details for the chosen service: one form, one page. Where there is room beside the text, it fits the window: a finished step is one
 * line, and the details come once a time is chosen; what was typed stays in sight.
 */
export function BookingPanel({ booking, actions, corner, bar, onTimeChosen }: BookingPanelProps) {
  const { therapist, service, draft, change, errors, failure, free, submit, held, visitorZone } = booking;
  const wide = useWideLayout() === true;
  const [reopened, reopen] = useState(false);
  const { appointment_date: date, appointment_time: time } = draft;
  const isChosen = service !== null && date !== null && time !== null && !errors.appointment_date && !errors.appointment_time;
  const folded = wide && isChosen && !reopened;
  const where = service?.session_type === 'in-person' && (service.address ?? therapist.address);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const chooseTime = (chosen: string) => {
    change({ appointment_time: chosen });
    reopen(false);
    onTimeChosen?.();
    // What was pressed is folded away.
    if (wide) focusField(service?.session_type === 'both' && !draft.session_place ? 'session_place' : 'client_name');
  };
  const changeTime = () => {
    reopen(true);
    focusField('appointment_date');
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
      {folded ? (
        <ChosenTime when={ownTimeFirst(date, time, therapist.timezone, visitorZone)} onChange={changeTime} />
      ) : (
        <div className={styles.picker}>
          <FreeTimePicker
            free={free}
            date={service ? date : null}
            time={time}
            onDate={(chosen) => change({ appointment_date: chosen })}
            onTime={chooseTime}
            zone={therapist.timezone}
            visitorZone={visitorZone}
            hint={service ? undefined : messages.chooseServiceFirst}
            dateError={errors.appointment_date}
            timeError={errors.appointment_time}
            ids={{ date: fieldId('appointment_date'), time: fieldId('appointment_time') }}
          />
          {service && <WaitingOffer booking={booking} />}
        </div>
      )}
      {wide && !folded && !hasDetails(draft) ? (
        <p className={styles.next}>{messages.detailsNext}</p>
      ) : (
        <DetailsFields service={service} address={therapist.address} draft={draft} isRecalled={booking.isRecalled} errors={errors} onChange={change} />
      )}
      <Failure sentence={failure} />
      <footer className={styles.foot}>
        {actions}
        <PanelNote booking={booking} folded={folded} />
      </footer>
      {bar}
    </form>
  );
}

/** A step that is done, in one line. */
function ChosenTime({ when, onChange }: { when: string; onChange: () => void }) {
  return (
    <div className={styles.chosen}>
      <p>{when}</p>
      <Button size="sm" aria-label={messages.changeTimeLabel} onClick={onChange}>
        {messages.changeTime}
      </Button>
    </div>
  );
}

function Failure({ sentence }: { sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <div className={styles.failure}>
      <Banner tone="danger" role="alert" title={messages.notBooked}>
        {sentence}
      </Banner>
    </div>
  );
}

/** What is about to be booked, unless it stands above in a line of its own, and until when it can be undone. */
function PanelNote({ booking: { draft, free, therapist, visitorZone }, folded }: { booking: Booking; folded: boolean }) {
  const { appointment_date: date, appointment_time: time } = draft;
  const hours = free.cancellationNoticeHours;
  const when = !folded && date !== null && time !== null ? `${ownTimeFirst(date, time, therapist.timezone, visitorZone)}. ` : '';
  const policy = hours === undefined ? '' : messages.freeToCancel(hours);
  return <p className={styles.note}>{when + policy}</p>;
}
