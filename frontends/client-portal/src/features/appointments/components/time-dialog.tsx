import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { localZone } from '@attune/shared-ui/format';
import { bringIntoSight, dayAndTime, FreeTimePicker, type FreeTimesSource, readersMoment, useFailureInSight } from '@attune/shared-ui/free-times';
import { ApiError } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import type { Appointment } from '../../../wire';
import type { ChosenTime } from '../appointments.api';
import { lengthAndPlace, whenOf } from '../appointment-words';
import { appointmentMessages as messages } from '../messages';
import { TIME_CHOICE_IDS, useTimeChoice } from '../use-time-choice';
import styles from './time-dialog.module.css';

interface TimeDialogProps {
  /** Whose free times these are; null while there is nothing to choose a time for. */
  source: FreeTimesSource | null;
  timezone: string;
  /** What it is about. */
  about?: ReactNode;
  words: { title: string; submit: string; submitFor: (when: string) => string; submitting: string; leave: string; failed: string };
  /** Stated before the choice, such as the notice policy. */
  note?: ReactNode;
  sending: boolean;
  error: Error | null;
  /** Whether nothing else is missing; says what is. Asked once day and time are chosen. */
  isComplete?: () => boolean;
  onSubmit: (chosen: ChosenTime, reload: () => Promise<void>) => void;
  onClose: () => void;
  /** Chosen before the time. */
  children?: ReactNode;
}

/** Asks for a day and time, out of what is free. */
export function TimeDialog(props: TimeDialogProps) {
  const { source, timezone, about, words, note, sending, error, isComplete = () => true, onSubmit, onClose, children } = props;
  const { date, time, free, missing, choose, complete } = useTimeChoice(source, timezone);
  const zone = localZone();
  const failure = useFailureInSight(error);
  const submit = () => {
    if (sending || source === null) return void isComplete();
    const chosen = complete();
    if (chosen !== undefined && isComplete()) onSubmit(chosen, free.reload);
  };
  const own = date !== null && time !== null ? readersMoment(date, time, timezone, zone) : undefined;
  const label = own === undefined ? words.submit : words.submitFor(dayAndTime(own.date, own.time));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !sending && onClose()}
      title={words.title}
      description={about}
      size="lg"
      footer={
        <div className={styles.ways}>
          <Button onClick={onClose} disabled={sending}>
            {words.leave}
          </Button>
          <Button variant="primary" loading={sending} onClick={submit}>
            {sending ? words.submitting : label}
          </Button>
        </div>
      }
    >
      <div className={styles.choice}>
        {note !== undefined && <p className={styles.note}>{note}</p>}
        {children !== undefined && <div className={styles.before}>{children}</div>}
        {source !== null && (
          <div className={styles.picker}>
            <FreeTimePicker
              free={free}
              date={date}
              time={time}
              onDate={(chosen) => {
                choose({ date: chosen });
                bringIntoSight(TIME_CHOICE_IDS.time);
              }}
              onTime={(chosen) => choose({ time: chosen })}
              zone={timezone}
              visitorZone={zone}
              dateError={missing === 'date' ? messages.chooseBoth : undefined}
              timeError={missing === 'time' ? messages.chooseBoth : undefined}
              ids={TIME_CHOICE_IDS}
              notice={
                error !== null && (
                  <div ref={failure} tabIndex={-1} className={styles.failure}>
                    <Banner tone="danger" role="alert" title={words.failed}>
                      {error instanceof ApiError ? error.detail : null}
                    </Banner>
                  </div>
                )
              }
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The session that is moved, or booked again. */
export function OriginalSession({ appointment }: { appointment: Appointment }) {
  const { day, time, there } = whenOf(appointment);
  return (
    <p>
      {messages.original}: {day}, {time}
      {there !== undefined && ` (${there})`}, <UserText>{appointment.service_name}</UserText> (
      {lengthAndPlace(appointment)}) with <UserText>{appointment.therapist_name}</UserText>
    </p>
  );
}
