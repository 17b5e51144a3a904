import { Button } from '../components/button';
import { DatePicker } from '../components/date-picker';
import { Icon } from '../components/icon';
import { TimeGrid, type TimeReading } from '../components/time-grid';
import { VisuallyHidden } from '../components/visually-hidden';
import { formatDate, twelveHourTime, zoneCity } from '../format';
import type { ReactNode } from 'react';
import styles from './free-time-picker.module.css';
import { freeTimeMessages as messages } from './messages';
import type { FreeTimes } from './use-free-times';
import { readersMoment, zoneSentence } from './zone-sentence';

interface FreeTimePickerProps {
  free: FreeTimes;
  date: string | null;
  time: string | null;
  onDate: (date: string) => void;
  onTime: (time: string) => void;
  zone: string;
  visitorZone: string;
  /** What is to be said right above the times, such as why the last choice failed. */
  notice?: ReactNode;
  /** Said in place of the times while nothing can be chosen yet. */
  hint?: string;
  dateError?: string;
  timeError?: string;
  /** Ids of the two sections, which can take the focus. */
  ids: { date: string; time: string };
}

/** Day first, then that day's free times as buttons. Days without any cannot be chosen. */
export function FreeTimePicker(props: FreeTimePickerProps) {
  const { free, date, time, onDate, onTime, zone, visitorZone, hint = messages.chooseDay, dateError, timeError, ids, notice } = props;
  const times = date === null ? undefined : free.timesOn(date);
  const reading = (at: string) => (date === null ? undefined : readingOf(date, at, zone, visitorZone));
  return (
    <>
      <section className={styles.part} id={ids.date} tabIndex={-1} aria-label={messages.calendarLabel} aria-describedby={dateError && `${ids.date}-error`}>
        <PartError id={`${ids.date}-error`} text={dateError} />
        <DatePicker
          month={free.month}
          onMonthChange={free.showMonth}
          selected={date}
          onSelect={onDate}
          isAvailable={free.isFree}
          isKnown={(day) => free.zone === undefined || free.timesOn(day) !== undefined}
          min={free.min}
          max={free.max}
          loading={free.loading}
          label={messages.calendarLabel}
        />
        <CalendarNote free={free} />
      </section>
      <section className={styles.part} id={ids.time} tabIndex={-1} aria-label="Time" aria-describedby={timeError && `${ids.time}-error`}>
        <PartError id={`${ids.time}-error`} text={timeError} />
        {notice}
        {date === null ? (
          <p className={styles.hint}>{hint}</p>
        ) : (
          <>
            <h3 className={styles.day}>{formatDate(date, 'long')}</h3>
            <p className={styles.zone}>{zoneSentence(date, zone, visitorZone)}</p>
            {times?.length === 0 && <p className={styles.hint}>{messages.dayIsFull}</p>}
            {(times === undefined ? free.loading : times.length > 0) && (
              <TimeGrid times={times} value={time} onSelect={onTime} label={messages.timesOn(formatDate(date, 'long'))} reading={reading} />
            )}
          </>
        )}
        <div role="status">
          <VisuallyHidden>{date !== null && times !== undefined && times.length > 0 && messages.timesFound(times.length, formatDate(date, 'full'))}</VisuallyHidden>
        </div>
      </section>
    </>
  );
}

/** Both clocks where they differ, the reader's own first, and for those who do not see them, whose each is. */
function readingOf(date: string, at: string, zone: string, visitorZone: string): TimeReading | undefined {
  const own = readersMoment(date, at, zone, visitorZone);
  if (own.there === undefined) return undefined;
  const first = own.date === date ? own.time : `${formatDate(own.date, 'weekday')} ${own.time}`;
  return { first, beside: twelveHourTime(own.time), firstIs: messages.yourTime, second: at, secondIs: `in ${zoneCity(zone)}` };
}

/** What is to be said about the month on view. */
function CalendarNote({ free }: { free: FreeTimes }) {
  const again = (label: string) => (
    <Button size="sm" icon="refresh" loading={free.loading} onClick={() => void free.reload()}>
      {label}
    </Button>
  );
  if (free.failed) return <Note text={free.refusal ?? messages.loadFailed} action={again(messages.tryAgain)} />;
  if (free.nothingUntil !== undefined) {
    return <Note text={messages.nothingSoon(formatDate(free.nothingUntil, 'short'))} action={again(messages.lookAgain)} />;
  }
  if (free.monthIsFull) return <Note text={messages.monthIsFull(formatDate(free.month, 'month'))} />;
  return null;
}

function Note({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.note} role="status">
      <p>{text}</p>
      {action}
    </div>
  );
}

/** Above what it speaks of, where the focus goes. */
function PartError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" size={16} />
      <span>{text}</span>
    </p>
  );
}
