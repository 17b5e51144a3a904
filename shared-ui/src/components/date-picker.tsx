import clsx from 'clsx';
import { DayPicker, type ChevronProps, type ClassNames, type DayButtonProps, type Modifiers, type WeekProps } from 'react-day-picker';
import { createContext, use, useEffect, useRef } from 'react';
import { formatDate, weekdayName } from '../format/dates';
import { region } from '../format/region';
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

/** A month from which one available day is chosen, by pointer or keyboard. Days only: no zone is involved. */
export function DatePicker(props: DatePickerProps) {
  const { month, onMonthChange, selected, onSelect, isAvailable, isKnown = () => true, min, max, loading = false, label = 'Choose a date' } = props;
  const isWithin = (date: string) => (!min || date >= min) && (!max || date <= max);
  const waiting = (day: Date) => isWithin(toDate(day)) && !isKnown(toDate(day));
  const open = (day: Date) => {
    const date = toDate(day);
    return !loading && isWithin(date) && isAvailable(date);
  };
  return (
    <div className={clsx(styles.picker, loading && styles.loading)} aria-busy={loading || undefined}>
      <Earliest value={min}>
        <DayPicker
          mode="single"
          required
          aria-label={label}
          weekStartsOn={region().weekStartsOn}
          fixedWeeks
          month={toDay(month)}
          onMonthChange={(first) => onMonthChange(toDate(first))}
          startMonth={min ? toDay(min) : undefined}
          endMonth={max ? toDay(max) : undefined}
          selected={selected ? toDay(selected) : undefined}
          onSelect={(day) => open(day) && onSelect(toDate(day))}
          disabled={(day) => !open(day) && !waiting(day)}
          modifiers={{ available: open, waiting }}
          modifiersClassNames={{ available: styles.available ?? '', waiting: styles.waiting ?? '' }}
          classNames={classNames}
          components={{ Chevron, DayButton, Week }}
          labels={{ ...LABELS, labelNav: () => `${label}: month` }}
          formatters={FORMATTERS}
        />
      </Earliest>
    </div>
  );
}

/** The earliest day that can be chosen, for the rows of the month. */
const Earliest = createContext<string | undefined>(undefined);

/** A week; one that is over altogether is left out, so that the free days stand at the top. */
function Week({ week, ...native }: WeekProps) {
  const earliest = use(Earliest);
  const last = week.days.at(-1);
  if (earliest && last && toDate(last.date) < earliest) return <></>;
  return <tr {...native} />;
}

const classNames: Partial<ClassNames> = {
  root: styles.root,
  months: styles.months,
  month: styles.month,
  nav: styles.nav,
  button_previous: styles.step,
  button_next: styles.step,
  month_caption: styles.caption,
  caption_label: styles.captionLabel,
  month_grid: styles.grid,
  weekday: styles.weekday,
  week: styles.week,
  day: styles.day,
  day_button: styles.button,
  selected: styles.selected,
  disabled: styles.disabled,
  today: styles.today,
};

function Chevron({ orientation }: ChevronProps) {
  return <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} size={20} />;
}

/** The library's day button, with what the day means in its state. */
function DayButton({ day: _day, modifiers, ...native }: DayButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers.focused) button.current?.focus();
  }, [modifiers.focused]);
  return <button ref={button} {...native} aria-pressed={modifiers.disabled || modifiers['waiting'] ? undefined : Boolean(modifiers.selected)} />;
}

const monthName = (day: Date): string => formatDate(toDate(day), 'month');

/** All words are given: the build leaves the library's own formatting out (see `webpack/without-date-words.mjs`). */
const LABELS = { labelDayButton: dayLabel, labelGrid: monthName, labelWeekday: (day: Date) => weekdayName(toDate(day), 'long') };
const FORMATTERS = { formatCaption: monthName, formatDay: (day: Date) => String(day.getDate()), formatWeekdayName: (day: Date) => weekdayName(toDate(day), 'short') };

function dayLabel(day: Date, modifiers?: Modifiers): string {
  const name = formatDate(toDate(day), 'full');
  if (modifiers?.['waiting']) return `${name}, not known yet`;
  return modifiers?.disabled ? `${name}, not available` : name;
}

/** Noon, so that no change of clocks can move the day. */
function toDay(date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

function toDate(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
