import clsx from 'clsx';
import { useRef, type KeyboardEvent } from 'react';
import { Skeleton } from './skeleton';
import styles from './time-grid.module.css';

export interface TimeGridProps {
  /** 'HH:mm', in order; undefined while they are on their way, which keeps their place. */
  times: readonly string[] | undefined;
  value: string | null;
  onSelect: (time: string) => void;
  label: string;
  /** A second line, such as the visitor's own time. */
  secondary?: (time: string) => string | undefined;
  disabled?: boolean;
}

/** As many as a free day has by the default working hours. */
const USUAL_COUNT = 18;

/** Free times as buttons. Tab visits each; the arrows, Home and End move among them without choosing. */
export function TimeGrid({ times, value, onSelect, label, secondary, disabled = false }: TimeGridProps) {
  const grid = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const buttons = Array.from(grid.current?.querySelectorAll('button') ?? []);
    const from = buttons.findIndex((button) => button === event.currentTarget);
    const to = nextIndex(event.key, from, buttons);
    if (from < 0 || to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };

  return (
    <div ref={grid} role="group" aria-label={label} aria-busy={times === undefined} className={clsx(styles.grid, secondary && styles.roomy)}>
      {times === undefined && Array.from({ length: USUAL_COUNT }, (_, cell) => <Skeleton key={cell} height={52} radius="md" />)}
      {times?.map((time) => {
        const below = secondary?.(time);
        return (
          <button
            key={time}
            type="button"
            className={styles.time}
            aria-pressed={time === value}
            disabled={disabled}
            onClick={() => onSelect(time)}
            onKeyDown={move}
          >
            <span>{time}</span>
            {below && <span className={styles.below}>{below}</span>}
          </button>
        );
      })}
    </div>
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
