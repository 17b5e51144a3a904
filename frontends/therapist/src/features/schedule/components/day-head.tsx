import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { formatDate } from '@attune/shared-ui/format';
import clsx from 'clsx';
import { dayWords } from '../schedule-words';
import type { ScheduleDay } from '../schedule-days';
import styles from './hours-grid.module.css';

interface DayHeadProps {
  day: ScheduleDay;
  isToday: boolean;
  stop: Record<string, unknown>;
  /** Shows the day alone; without it the day is alone already. */
  onOpen?: () => void;
}

/** A day's name over its hours. */
export function DayHead({ day, isToday, stop, onOpen }: DayHeadProps) {
  const words = dayWords(day, isToday);
  // Drawn short and read out in full.
  const face = (
    <span aria-hidden="true" className={styles.face}>
      <span className={styles.weekday}>{formatDate(day.date, 'weekday')}</span>
      <span className={clsx(styles.number, isToday && styles.todayNumber)}>{Number(day.date.slice(8))}</span>
    </span>
  );
  if (onOpen === undefined) {
    return (
      <div {...stop} role="rowheader" className={clsx(styles.head, styles.alone)}>
        <VisuallyHidden>{words}</VisuallyHidden>
        {face}
      </div>
    );
  }
  return (
    <div role="rowheader" className={styles.headCell}>
      <button {...stop} type="button" className={styles.head} onClick={onOpen}>
        <VisuallyHidden>{words}</VisuallyHidden>
        {face}
      </button>
    </div>
  );
}
