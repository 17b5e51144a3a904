import { UserText } from '@attune/shared-ui/components/user-text';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { weekdayName } from '@attune/shared-ui/format';
import clsx from 'clsx';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import type { DayItem, ScheduleDay } from '../schedule-days';
import { blockName, dayWords, itemWords } from '../schedule-words';
import type { Stop } from '../use-grid-focus';
import styles from './month-grid.module.css';

/** What fits into a day; the rest is counted. */
const MOST = 3;

interface MonthGridProps {
  days: readonly ScheduleDay[];
  /** A day of the month that is shown. */
  date: string;
  today: string;
  loading: boolean;
  stop: (at: Stop) => Record<string, unknown>;
  onOpenDay: (date: string) => void;
}

/** A month's weeks; a day opens by itself. */
export function MonthGrid({ days, date, today, loading, stop, onOpenDay }: MonthGridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <div role="presentation" className={styles.month}>
      <div role="row" className={styles.week}>
        {weeks[0]?.map((day) => (
          <div key={day.date} role="columnheader" aria-label={weekdayName(day.date, 'long')} className={styles.weekday}>
            {weekdayName(day.date, 'short')}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]?.date} role="row" className={styles.week}>
          {week.map((day) => (
            <div key={day.date} role="gridcell" className={styles.cell}>
              <button
                {...stop({ date: day.date })}
                type="button"
                aria-current={day.date === today ? 'date' : undefined}
                className={clsx(styles.day, day.working.length === 0 && styles.closed, day.holidays.length > 0 && styles.off, day.date.slice(0, 7) !== date.slice(0, 7) && styles.other)}
                onClick={() => onOpenDay(day.date)}
              >
                <VisuallyHidden>{cellWords(day, day.date === today)}</VisuallyHidden>
                <Face day={day} isToday={day.date === today} loading={loading} />
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function cellWords(day: ScheduleDay, isToday: boolean): string {
  const items = day.items.slice(0, MOST).map(itemWords);
  const rest = day.items.length - items.length;
  return [dayWords(day, isToday), ...items, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

function Face({ day, isToday, loading }: { day: ScheduleDay; isToday: boolean; loading: boolean }) {
  const rest = day.items.length - MOST;
  return (
    <span aria-hidden="true" className={styles.face}>
      <span className={styles.top}>
        <span className={clsx(styles.number, isToday && styles.todayNumber)}>{Number(day.date.slice(8))}</span>
        {day.holidays.length > 0 && <UserText className={styles.holiday}>{day.holidays.join(', ')}</UserText>}
      </span>
      {loading && Number(day.date.slice(8)) % 3 === 0 && <Skeleton height={14} />}
      <span className={styles.items}>
        {day.items.slice(0, MOST).map((item) => (
          <Line key={item.key} item={item} />
        ))}
        {rest > 0 && <span className={styles.rest}>{rest} more</span>}
      </span>
      {day.items.length > 0 && (
        <span className={styles.count}>
          {day.appointments > 0 ? day.appointments : '–'}
        </span>
      )}
    </span>
  );
}

function Line({ item }: { item: DayItem }) {
  const isDone = item.kind === 'booking' && item.booking.status === 'completed';
  return (
    <span className={clsx(styles.line, item.kind === 'block' && styles.block, isDone && styles.done)}>
      <span className={styles.time}>{item.start}</span>
      <UserText className={styles.name}>{item.kind === 'booking' ? item.booking.client_name : blockName(item.block)}</UserText>
    </span>
  );
}
