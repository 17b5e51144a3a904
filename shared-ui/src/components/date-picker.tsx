import clsx from 'clsx';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, addMonths, firstOfMonth, formatDate, lastOfMonth, weekdayName, weekStart } from '../format/dates';
import { region } from '../format/region';
import { dayByKey, leads, within } from './date-picker-keys';
import styles from './date-picker.module.css';
import { Icon } from './icon';

export interface DatePickerProps {
  /** Any day of the month that is shown. All dates are 'yyyy-MM-dd'. */
  month: string;
  onMonthChange: (firstOfMonth: string) => void;
  selected: string | null;
  onSelect: (date: string) => void;
  isAvailable: (date: string) => boolean;
  /** Whether that can be told by now. The arrows also lead to days that are not known yet, and so into the next month. */
  isKnown?: (date: string) => boolean;
  min?: string;
  max?: string;
  /** The month's days are still being asked for: nothing can be chosen. */
  loading?: boolean;
  label?: string;
}

/**
 * A month from which one available day is chosen, by pointer or keyboard: one stop for Tab, from which the keys of a grid lead on. Days only: no
 * zone is involved.
 */
export function DatePicker(props: DatePickerProps) {
  const { month, onMonthChange, selected, onSelect, isAvailable, isKnown = () => true, min, max, loading = false, label = 'Choose a date' } = props;
  const grid = useRef<HTMLTableElement>(null);
  /** The day of another month to which a key leads, until that month is drawn. */
  const goal = useRef<string | null>(null);
  const [visited, setVisited] = useState<string | null>(null);

  const isWithin = (date: string) => (!min || date >= min) && (!max || date <= max);
  const isOpen = (date: string) => !loading && isWithin(date) && isAvailable(date);
  const isWaiting = (date: string) => isWithin(date) && !isKnown(date);
  const canStandOn = (date: string) => isOpen(date) || isWaiting(date);

  const first = firstOfMonth(within(month, min, max));
  const last = lastOfMonth(first);
  const weeks = weeksBetween(min && min > first ? min : first, last);
  const days = weeks.flat().filter((date) => date >= first && date <= last);
  const now = localToday();
  const stop = [visited, selected, now].find((date) => date !== null && days.includes(date) && canStandOn(date)) ?? days.find(canStandOn);

  const focusOn = (date: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${date}"] button`)?.focus();
  // Before the page is drawn: nobody sees, and no window around it notices, that the day that had the focus is gone.
  useLayoutEffect(() => {
    if (goal.current !== null) focusOn(goal.current);
  });

  const move = (from: string, event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget } = event;
    if (!leads(key) || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    const mirrored = getComputedStyle(currentTarget).direction === 'rtl';
    // Also while another month is read: whoever turned one too far turns back at once.
    const to = dayByKey(from, { key, shiftKey, mirrored }, { min, max, canStandOn: (date) => isWithin(date) && (isAvailable(date) || !isKnown(date)) });
    if (to === undefined) return;
    if (days.includes(to)) return focusOn(to);
    goal.current = to;
    setVisited(to);
    onMonthChange(firstOfMonth(to));
  };

  const cell = (date: string) => {
    if (!days.includes(date)) return <td key={date} role="gridcell" className={styles.day} />;
    const state = isOpen(date) ? 'available' : isWaiting(date) ? 'waiting' : 'disabled';
    const about = { date, state, isSelected: date === selected, isToday: date === now, isStop: date === stop, isVisited: date === visited } as const;
    return (
      <Day
        key={date}
        {...about}
        onSelect={() => onSelect(date)}
        onKeyDown={(event) => move(date, event)}
        onFocus={() => {
          goal.current = null;
          setVisited(date);
        }}
        // Whoever goes elsewhere meanwhile is not called back.
        onBlur={() => (goal.current = null)}
      />
    );
  };

  return (
    <div className={clsx(styles.picker, loading && styles.loading)} aria-busy={loading || undefined}>
      <div role="group" aria-label={`${label}: month`} className={styles.steps}>
        <Step icon="chevron-left" label="Go to the Previous Month" isEnd={min !== undefined && first <= min} onStep={() => onMonthChange(addMonths(first, -1))} />
        <Step icon="chevron-right" label="Go to the Next Month" isEnd={max !== undefined && last >= max} onStep={() => onMonthChange(addMonths(first, 1))} />
      </div>
      <div className={styles.caption} role="status">
        {formatDate(first, 'month')}
      </div>
      <table ref={grid} role="grid" aria-label={formatDate(first, 'month')} className={styles.grid}>
        {/* Each day names its weekday itself. */}
        <thead aria-hidden="true">
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col" className={styles.weekday}>
                {weekdayName(date, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>{week.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps {
  date: string;
  /** Waiting: not known yet. */
  state: 'available' | 'waiting' | 'disabled';
  isSelected: boolean;
  isToday: boolean;
  /** Where Tab enters. */
  isStop: boolean;
  /** Where the focus is, or was last. */
  isVisited: boolean;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: () => void;
  onBlur: () => void;
}

function Day({ date, state, isSelected, isToday, isStop, isVisited, onSelect, ...events }: DayProps) {
  const isClosed = state === 'disabled';
  return (
    <td role="gridcell" data-day={date} aria-selected={isSelected || undefined} className={clsx(styles.day, styles[state], isToday && styles.today, isSelected && styles.selected)}>
      <button
        type="button"
        className={styles.button}
        aria-label={formatDate(date, 'full') + SUFFIX[state]}
        aria-pressed={state === 'available' ? isSelected : undefined}
        tabIndex={isStop ? 0 : -1}
        // The day on which the focus stands keeps it when it turns out to be closed.
        disabled={isClosed && !isVisited}
        aria-disabled={(isClosed && isVisited) || undefined}
        onClick={state === 'available' ? onSelect : undefined}
        {...events}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  );
}

const SUFFIX = { available: '', waiting: ', not known yet', disabled: ', not available' };

interface StepProps {
  icon: 'chevron-left' | 'chevron-right';
  label: string;
  /** There is no month to step to; the button keeps the focus, which it may have. */
  isEnd: boolean;
  onStep: () => void;
}

function Step({ icon, label, isEnd, onStep }: StepProps) {
  return (
    <button type="button" className={styles.step} aria-label={label} aria-disabled={isEnd || undefined} tabIndex={isEnd ? -1 : undefined} onClick={isEnd ? undefined : onStep}>
      <Icon name={icon} size={20} />
    </button>
  );
}

/** Whole weeks, from that of the first day to that of the last: weeks that are over are left out, so that the free days stand at the top. */
function weeksBetween(from: string, last: string): string[][] {
  const weeks: string[][] = [];
  for (let start = weekStart(from, region().weekStartsOn); start <= last; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)));
  }
  return weeks;
}

/** By the reader's own clock. It is asked at every drawing, for which a formatter is too slow. */
function localToday(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}
