import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { OneTimeCodeInput } from '@attune/shared-ui/components/one-time-code-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { fieldId, focusField } from '../field-ids';
import { holdMessages as messages } from '../hold-messages';
import { bookingMessages } from '../messages';
import type { Booking } from '../use-booking';
import { useHoldStep } from '../use-hold-step';
import type { HeldTime } from '../use-kept-booking';
import styles from './hold-step.module.css';

interface HoldStepProps {
  held: HeldTime;
  booking: Booking;
  /** Beside the title, such as a cross that closes a sheet. */
  corner?: ReactNode;
}

/** The time is kept; the code from the mail makes it a booking. It takes the place of the form and the focus with it. */
export default function HoldStep({ held, booking, corner }: HoldStepProps) {
  const step = useHoldStep(held, booking);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [step.over]);
  const leave = (to: 'service_id' | 'appointment_date') => {
    booking.letGo();
    focusField(to);
  };
  return (
    <div className={styles.step}>
      <header className={styles.head}>
        <h2 id={fieldId('service_id')} tabIndex={-1} ref={title} className={styles.title}>
          {step.over ? messages.overTitle : messages.title}
        </h2>
        {corner}
      </header>
      {step.over ? (
        <>
          <p>{messages.over}</p>
          <Button variant="primary" fullWidth onClick={() => leave('appointment_date')}>
            {messages.again}
          </Button>
        </>
      ) : (
        <CodeForm held={held} booking={booking} step={step} onChange={() => leave('service_id')} />
      )}
    </div>
  );
}

interface CodeFormProps {
  held: HeldTime;
  booking: Booking;
  step: ReturnType<typeof useHoldStep>;
  onChange: () => void;
}

function CodeForm({ held, booking, step, onChange }: CodeFormProps) {
  const { code, type, error, failure, note, busy, wayOfResend } = step;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void step.submit();
  };
  return (
    <form noValidate className={styles.form} aria-labelledby={fieldId('service_id')} onSubmit={send}>
      <p>{messages.why}</p>
      <HeldAppointment booking={booking} />
      <p>
        {messages.sentTo} <strong className={styles.address}>{held.email}</strong>. {messages.keptUntil(clockTime(held.until))}
      </p>
      <div>
        <Field label={messages.code} error={error}>
          {(aria) => <OneTimeCodeInput {...aria} ref={step.input} name="code" value={code} onChange={type} />}
        </Field>
        <p role="status" className={styles.note}>
          {note}
        </p>
      </div>
      {failure !== null && (
        <Banner tone="danger" role="alert" title={bookingMessages.notBooked}>
          {failure}
        </Banner>
      )}
      <Button type="submit" variant="primary" fullWidth loading={busy === 'confirming'}>
        {busy === 'confirming' ? bookingMessages.booking : messages.confirm}
      </Button>
      <div className={styles.ways}>
        <Button variant="quiet" size="sm" disabled={!wayOfResend.open} loading={busy === 'sending'} onClick={() => void step.resend()}>
          {wayOfResend.label}
        </Button>
        <Button variant="quiet" size="sm" disabled={busy === 'confirming'} onClick={onChange}>
          {messages.change}
        </Button>
      </div>
      <p className={styles.soft}>{messages.notThere}</p>
    </form>
  );
}

/** What the code makes a booking of. */
function HeldAppointment({ booking: { service, draft, therapist, visitorZone } }: { booking: Booking }) {
  const { appointment_date: date, appointment_time: time } = draft;
  if (service === null || date === null || time === null) return null;
  return (
    <p className={styles.appointment}>
      <UserText as="strong">{service.name}</UserText>
      <span>{ownTimeFirst(date, time, therapist.timezone, visitorZone)}</span>
    </p>
  );
}

function clockTime(instant: number): string {
  return new Date(instant).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
