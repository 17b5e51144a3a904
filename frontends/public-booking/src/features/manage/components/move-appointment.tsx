import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { today } from '@attune/shared-ui/format';
import { bringIntoSight, dayAndTime, FreeTimePicker, readersMoment, useFailureInSight, useFreeTimes } from '@attune/shared-ui/free-times';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react';
import { type ManagedBooking, moveTimesSource, useMoveBooking } from '../manage.api';
import { manageMessages as messages } from '../messages';
import styles from './move-appointment.module.css';

interface MoveAppointmentProps {
  booking: ManagedBooking;
  token: string;
  visitorZone: string;
  onMoved: () => void;
  onKeep: () => void;
}

const IDS = { date: 'move-date', time: 'move-time' };

/** Another day, another time; the appointment stays where it is until the new time is certain. */
export function MoveAppointment({ booking, token, visitorZone, onMoved, onKeep }: MoveAppointmentProps) {
  const [choice, setChoice] = useState<{ date: string | null; time: string | null }>({ date: null, time: null });
  const [missing, setMissing] = useState<{ date?: string; time?: string }>({});
  const title = useRef<HTMLHeadingElement>(null);
  const source = useMemo(() => moveTimesSource(token), [token]);
  const free = useFreeTimes(source, today(booking.timezone), choice.date);
  // The therapist may live in another zone by now than when this was booked.
  const timezone = free.zone ?? booking.timezone;
  const [keyring] = useState(createKeyring);
  const move = useMoveBooking(token);
  const failure = useFailureInSight(move.error);
  const { date } = choice;
  const time = date !== null && choice.time !== null && free.timesOn(date)?.includes(choice.time) ? choice.time : null;

  useEffect(() => title.current?.focus(), []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (date === null || time === null) {
      const problem = date === null ? { date: messages.chooseDate } : { time: messages.chooseTime };
      setMissing(problem);
      toast.error(date === null ? messages.chooseDate : messages.chooseTime);
      document.getElementById(date === null ? IDS.date : IDS.time)?.focus();
      return;
    }
    if (move.isPending) return;
    move.mutate(
      { date, time, key: keyring.keyFor({ date, time }) },
      {
        onSuccess: () => {
          toast.success(messages.moved);
          onMoved();
        },
        onError: () => {
          toast.error(messages.moveFailed);
          void free.reload();
        },
      },
    );
  };

  const own = date !== null && time !== null ? readersMoment(date, time, timezone, visitorZone) : undefined;
  const label = own === undefined ? messages.move : messages.moveTo(dayAndTime(own.date, own.time));

  return (
    <Card as="section" padding="none" raised aria-labelledby="move-title">
      <form noValidate onSubmit={send}>
        <h2 id="move-title" ref={title} tabIndex={-1} className={styles.title}>
          {messages.moveTitle}
        </h2>
        <FreeTimePicker
          free={free}
          date={date}
          time={time}
          onDate={(chosen) => {
            setChoice({ date: chosen, time: choice.time });
            setMissing({});
            bringIntoSight(IDS.time);
          }}
          onTime={(chosen) => {
            setChoice({ date, time: chosen });
            setMissing({});
          }}
          zone={timezone}
          visitorZone={visitorZone}
          dateError={missing.date}
          timeError={missing.time}
          ids={IDS}
          notice={move.isError && <Failure error={move.error} place={failure} />}
        />
        <div className={styles.actions}>
          <Button onClick={onKeep}>{messages.keepTime}</Button>
          <Button type="submit" variant="primary" loading={move.isPending}>
            {move.isPending ? messages.moving : label}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Failure({ error, place }: { error: Error; place: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={place} tabIndex={-1} className={styles.failure}>
      <Banner tone="danger" role="alert" title={messages.moveFailed}>
        {error instanceof ApiError ? error.detail : messages.moveFailed}
      </Banner>
    </div>
  );
}
