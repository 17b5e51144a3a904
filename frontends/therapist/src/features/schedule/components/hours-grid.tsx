import { Icon } from '@attune/shared-ui/components/icon';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { twelveHourTime } from '@attune/shared-ui/format';
import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { clockChange } from '../clock-change';
import { changeWords, type HourAxis, hourAxis, hourLines, missingTime, placeOf } from '../hour-axis';
import type { Stretch } from '../lanes';
import { placedItems, placedWorking, type ScheduleDay, shownHours } from '../schedule-days';
import type { Stop } from '../use-grid-focus';
import { DayHead } from './day-head';
import styles from './hours-grid.module.css';
import { ItemBlock } from './item-block';

interface HoursGridProps {
  days: readonly ScheduleDay[];
  zone: string;
  now: Date;
  today: string;
  loading: boolean;
  stop: (at: Stop) => Record<string, unknown>;
  onOpen: (bookingId: string) => void;
  onOpenDay: (date: string) => void;
}

/** Days side by side with their hours from top to bottom. Each day is a row for those who do not see it. */
export function HoursGrid({ days, zone, now, today, loading, stop, onOpen, onOpenDay }: HoursGridProps) {
  const axis = hourAxis(
    days.map(({ date }) => date),
    zone,
  );
  const placed = days.map((day) => ({ day, items: placedItems(day, axis), working: placedWorking(day, axis) }));
  const shown = shownHours(
    placed.flatMap(({ items, working }) => [...items, ...working]),
    axis,
  );
  const frame = { '--minutes-shown': shown.to - shown.from, '--days': days.length } as CSSProperties;
  return (
    <div role="presentation" className={clsx(styles.hours, days.length === 1 && styles.single)} style={frame}>
      <HourNames axis={axis} shown={shown} />
      {placed.map(({ day, items, working }) => (
        <div key={day.date} role="row" className={styles.day}>
          <DayHead day={day} isToday={day.date === today} stop={stop({ date: day.date })} {...(days.length > 1 && { onOpen: () => onOpenDay(day.date) })} />
          <WholeDay day={day} zone={zone} />
          <div role="presentation" className={clsx(styles.column, day.holidays.length > 0 && styles.off)}>
            <Background date={day.date} axis={axis} shown={shown} working={working} />
            {day.date === today && <NowLine at={placeOf(axis, today, now.getTime())} shown={shown} />}
            {loading && <LoadingItem />}
            {items.map((item) => (
              <ItemBlock key={item.key} item={item} shown={shown} stop={stop({ date: day.date, item: item.key })} onOpen={onOpen} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

const at = (from: number, minutes: number) => ({ '--from': from, '--minutes': minutes }) as CSSProperties;

function HourNames({ axis, shown }: { axis: HourAxis; shown: Stretch }) {
  return (
    <div aria-hidden="true" className={styles.names}>
      {hourLines(axis, shown).map(({ place, time, again }) => (
        <span key={place} className={styles.hourName} style={at(place - shown.from, 60)}>
          {time}
          <small>{again ? 'again' : twelveHourTime(time)?.replace(':00', '')}</small>
        </span>
      ))}
    </div>
  );
}

/** What holds for the day as a whole: holidays, and that its clock is changed. */
function WholeDay({ day, zone }: { day: ScheduleDay; zone: string }) {
  const change = clockChange(day.date, zone);
  const lines: ReactNode[] = day.holidays.map((name, index) => (
    <bdi key={index} dir="auto" className={styles.holiday} title={name}>
      {name}
    </bdi>
  ));
  if (change !== null) {
    lines.push(
      <span key="clock" className={styles.clock} title={changeWords(change)}>
        <Icon name="clock" size={12} /> {changeWords(change)}
      </span>,
    );
  }
  return (
    <div role={lines.length > 0 ? 'gridcell' : 'presentation'} className={styles.whole}>
      {lines}
    </div>
  );
}

function Background({ date, axis, shown, working }: { date: string; axis: HourAxis; shown: Stretch; working: readonly Stretch[] }) {
  const missing = missingTime(axis, date);
  const hasMissing = missing !== null && missing.from < shown.to && missing.to > shown.from;
  return (
    <div aria-hidden="true" className={styles.background}>
      {working.map(({ from, to }) => (
        <span key={from} className={styles.working} style={at(from - shown.from, to - from)} />
      ))}
      {hourLines(axis, shown).map(({ place }) => (
        <span key={place} className={styles.line} style={at(place - shown.from, 0)} />
      ))}
      {hasMissing && <span className={styles.missing} style={at(missing.from - shown.from, missing.to - missing.from)} />}
    </div>
  );
}

function NowLine({ at: place, shown }: { at: number; shown: Stretch }) {
  if (place < shown.from || place > shown.to) return null;
  return <span aria-hidden="true" className={styles.now} style={at(place - shown.from, 0)} />;
}

function LoadingItem() {
  return (
    <div aria-hidden="true" className={styles.loading}>
      <Skeleton height="100%" radius="md" />
    </div>
  );
}
