import { Icon } from '@attune/shared-ui/components/icon';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { formatDate, instantInZone, relativeDay, twelveHourTime } from '@attune/shared-ui/format';
import clsx from 'clsx';
import { Fragment, useId } from 'react';
import { clockChange } from '../clock-change';
import { changeWords } from '../hour-axis';
import { scheduleMessages as messages } from '../messages';
import { type DayItem, passedItems, type ScheduleDay } from '../schedule-days';
import { blockName, itemWords, workingTimes } from '../schedule-words';
import styles from './day-list.module.css';

interface DayListProps {
  days: readonly ScheduleDay[];
  zone: string;
  now: Date;
  today: string;
  loading: boolean;
  /** What is kept free around each appointment, in words. */
  buffers: string | undefined;
  onOpen: (bookingId: string) => void;
}

/** The days one below the other, as a phone shows them. */
export function DayList({ days, buffers, ...shared }: DayListProps) {
  return (
    <>
      {days.map((day) => (
        <Day key={day.date} day={day} {...shared} />
      ))}
      {buffers !== undefined && <p className={styles.buffers}>{buffers}</p>}
    </>
  );
}

function Day({ day, zone, now, today, loading, onOpen }: Omit<DayListProps, 'days' | 'buffers'> & { day: ScheduleDay }) {
  const id = useId();
  const change = clockChange(day.date, zone);
  const passed = day.date === today ? passedItems(day, now) : undefined;
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h4 id={id} className={clsx(styles.date, day.date === today && styles.today)}>
        <span>{formatDate(day.date, 'medium')}</span> <span className={styles.distance}>{relativeDay(day.date, today)}</span>
        {day.working.length > 0 && day.holidays.length === 0 && <span className={styles.working}>{messages.working(workingTimes(day))}</span>}
      </h4>
      {day.holidays.map((name, index) => (
        <p key={index} className={styles.holiday}>
          <UserText>{name}</UserText>
        </p>
      ))}
      {change !== null && (
        <p className={styles.clock}>
          <Icon name="clock" size={16} /> {changeWords(change)}
        </p>
      )}
      {loading ? <Loading /> : day.items.length === 0 && <p className={styles.nothing}>{messages.nothing}</p>}
      {day.items.length > 0 && (
        <ul className={styles.list} aria-labelledby={id}>
          {day.items.map((item, index) => (
            <Fragment key={item.key}>
              {passed === index && <Now zone={zone} now={now} />}
              <Row item={item} onOpen={onOpen} />
            </Fragment>
          ))}
          {passed === day.items.length && <Now zone={zone} now={now} />}
        </ul>
      )}
    </section>
  );
}

/** The line of now between what has begun and what comes. */
function Now({ zone, now }: { zone: string; now: Date }) {
  return (
    <li className={styles.now}>
      <span>{messages.now(instantInZone(now, zone).time)}</span>
    </li>
  );
}

function Row({ item, onOpen }: { item: DayItem; onOpen: (bookingId: string) => void }) {
  const beside = twelveHourTime(item.start);
  const time = (
    <span className={styles.time}>
      {item.start}
      {beside !== undefined && <small>{beside}</small>}
      <small>{`to ${item.end}`}</small>
    </span>
  );
  if (item.kind === 'block') {
    return (
      <li className={clsx(styles.row, styles.block)}>
        {time}
        <UserText className={styles.name}>{blockName(item.block)}</UserText>
      </li>
    );
  }
  const { booking } = item;
  const isDone = booking.status === 'completed';
  return (
    <li>
      <button type="button" aria-haspopup="dialog" className={clsx(styles.row, isDone && styles.done)} onClick={() => onOpen(booking.id)}>
        <VisuallyHidden>{itemWords(item)}</VisuallyHidden>
        <span aria-hidden="true" className={styles.face}>
          {time}
          <span className={styles.words}>
            <UserText clamp={2} className={styles.name}>{booking.client_name}</UserText>
            <UserText clamp={1} className={styles.service}>{booking.service_name}</UserText>
          </span>
          <Icon name={item.mark !== undefined ? 'alert' : isDone ? 'check' : 'chevron-right'} size={20} />
        </span>
      </button>
    </li>
  );
}

function Loading() {
  return (
    <div className={styles.loading}>
      <SkeletonGroup label={messages.loading}>
        <Skeleton width="70%" height={20} />
      </SkeletonGroup>
    </div>
  );
}
