import clsx from 'clsx';
import { useRef, useState, type KeyboardEvent } from 'react';
import { twelveHourTime } from '../format/region';
import { Skeleton } from './skeleton';
import styles from './time-grid.module.css';
import { VisuallyHidden } from './visually-hidden';

/** How a time is written where two clocks differ: the first line large, and what each line is for those who do not see the page. */
export interface TimeReading {
  first: string;
  /** The first in 12 hours, where the reader's region writes so. */
  beside?: string | undefined;
  firstIs: string;
  second: string;
  secondIs: string;
}

export interface TimeGridProps {
  /** 'HH:mm', in order; undefined while they are on their way, which keeps their place. */
  times: readonly string[] | undefined;
  value: string | null;
  onSelect: (time: string) => void;
  label: string;
  /** The lines of a time whose reader has another clock; without it, or where it says nothing, the time as it is. */
  reading?: (time: string) => TimeReading | undefined;
  disabled?: boolean;
}

/** As many as a free day has by the default working hours. */
const USUAL_COUNT = 18;

/** Free times as buttons, one stop for Tab: the arrows, Home and End move among them without choosing. */
export function TimeGrid({ times, value, onSelect, label, reading, disabled = false }: TimeGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<string | null>(null);
  // Where Tab enters: where one was last, else at the chosen time, else at the first.
  const stop = [visited, value].find((time) => time !== null && times?.includes(time)) ?? times?.[0];

  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const buttons = Array.from(grid.current?.querySelectorAll('button') ?? []);
    const from = buttons.findIndex((button) => button === event.currentTarget);
    const to = nextIndex(event.key, from, buttons);
    if (from < 0 || to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };

  return (
    <div ref={grid} role="group" aria-label={label} aria-busy={times === undefined} className={clsx(styles.grid, reading && styles.roomy)}>
      {times === undefined && Array.from({ length: USUAL_COUNT }, (_, cell) => <Skeleton key={cell} height={52} radius="md" />)}
      {times?.map((time) => {
        const lines = reading?.(time);
        const beside = twelveHourTime(time);
        return (
          <button
            key={time}
            type="button"
            className={styles.time}
            aria-pressed={time === value}
            tabIndex={time === stop ? 0 : -1}
            disabled={disabled}
            onFocus={() => setVisited(time)}
            onClick={() => onSelect(time)}
            onKeyDown={move}
          >
            {lines !== undefined && <Lines {...lines} />}
            {lines === undefined && (
              <>
                <span>{time}</span>
                {beside !== undefined && <span className={styles.below}> {beside}</span>}
              </>
            )}
          </button>
        );
      })}
    </div>
  );
}

function Lines({ first, beside, firstIs, second, secondIs }: TimeReading) {
  return (
    <>
      <span>
        {/* The space lies outside: where both do not fit, the second stands below. */}
        {first}
        {beside !== undefined && ' '}
        {beside !== undefined && <span className={styles.beside}>{beside}</span>}
        <VisuallyHidden> {firstIs},</VisuallyHidden>
      </span>{' '}
      <span className={styles.below}>
        {second}
        <VisuallyHidden> {secondIs}</VisuallyHidden>
      </span>
    </>
  );
}

/** Where a key leads: left and right by one, up and down by a row as it is drawn. */
function nextIndex(key: string, from: number, buttons: HTMLElement[]): number | undefined {
  const last = buttons.length - 1;
  const top = buttons[0]?.offsetTop;
  const perRow = Math.max(1, buttons.filter((button) => button.offsetTop === top).length);
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  if (step === undefined) return undefined;
  return Math.min(last, Math.max(0, from + step));
}
