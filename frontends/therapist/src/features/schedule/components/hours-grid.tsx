import { Icon } from '@attune/shared-ui/components/icon';
import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { twelveHourTime } from '@attune/shared-ui/format';
import clsx from 'clsx';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { clockChange } from '../clock-change';
import { changeWords, type HourAxis, hourAxis, hourLines, missingTime, placeOf } from '../hour-axis';
import { SHORTEST_MINUTES, type Stretch } from '../lanes';
import { type PlacedItem, placedItems, placedWorking, type ScheduleDay, shownHours } from '../schedule-days';
import { type DayTime, type Dragged, placeUnder, useDrag } from '../use-drag';
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
  /** Minutes around each appointment in which nobody can book. */
  buffers: { before: number; after: number };
  onOpen: (bookingId: string) => void;
  /** An appointment was dragged to another time. */
  onDrop: (bookingId: string, to: DayTime) => void;
  /** An empty place was pressed. */
  onNew: (at: DayTime) => void;
  onOpenDay: (date: string) => void;
}

/** Days side by side with their hours from top to bottom. Each day is a row for those who do not see it. */
export function HoursGrid({ days, zone, now, today, loading, buffers, stop, onOpen, onDrop, onNew, onOpenDay }: HoursGridProps) {
  const axis = hourAxis(
    days.map(({ date }) => date),
    zone,
  );
  const placed = days.map((day) => ({ day, items: placedItems(day, axis), working: placedWorking(day, axis) }));
  const shown = shownHours(
    placed.flatMap(({ items, working }) => [...items, ...working]),
    axis,
  );
  const { dragged, take } = useDrag({ axis, shown, onDrop });
  const frame = { '--minutes-shown': shown.to - shown.from, '--days': days.length } as CSSProperties;
  return (
    <div role="presentation" className={clsx(styles.hours, days.length === 1 && styles.single)} style={frame}>
      <HourNames axis={axis} shown={shown} />
      {placed.map(({ day, items, working }) => (
        <div key={day.date} role="row" className={styles.day}>
          <DayHead day={day} isToday={day.date === today} stop={stop({ date: day.date })} {...(days.length > 1 && { onOpen: () => onOpenDay(day.date) })} />
          <WholeDay day={day} zone={zone} />
          <div
            role="presentation"
            data-day-column={day.date}
            className={clsx(styles.column, day.holidays.length > 0 && styles.off)}
            onClick={(event) => isEmptyPlace(event) && pressed(event, axis, shown, onNew)}
          >
            <Background date={day.date} axis={axis} shown={shown} working={working} />
            {day.date === today && <NowLine at={placeOf(axis, today, now.getTime())} shown={shown} />}
            <Buffers items={items} shown={shown} buffers={buffers} />
            {loading && <LoadingItem />}
            {items.map((item) => (
              <ItemBlock key={item.key} item={item} shown={shown} stop={stop({ date: day.date, item: item.key })} isDragged={dragged?.key === item.key} onTake={take} onOpen={onOpen} />
            ))}
            {dragged?.date === day.date && <Ghost dragged={dragged} items={placed.flatMap((one) => one.items)} shown={shown} />}
          </div>
        </div>
      ))}
    </div>
  );
}

const at = (from: number, minutes: number) => ({ '--from': from, '--minutes': minutes }) as CSSProperties;

/** Between the appointments: a press on one of them is its own. */
function isEmptyPlace({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('[role=gridcell]') === null;
}

function pressed({ clientX, clientY }: MouseEvent, axis: HourAxis, shown: Stretch, onNew: (at: DayTime) => void): void {
  const under = placeUnder(clientX, clientY, axis, shown);
  if (under) onNew({ date: under.date, time: under.time });
}

function Buffers({ items, shown, buffers: { before, after } }: { items: readonly PlacedItem[]; shown: Stretch; buffers: HoursGridProps['buffers'] }) {
  if (before + after === 0) return null;
  const around = items.flatMap(({ kind, key, from, to }) => (kind === 'booking' ? [{ key, from: Math.max(from - before, shown.from), to: Math.min(to + after, shown.to) }] : []));
  return (
    <div aria-hidden="true" className={styles.background}>
      {around.map(({ key, from, to }) => (
        <span key={key} className={styles.buffer} style={at(from - shown.from, to - from)} />
      ))}
    </div>
  );
}

/** Where what is dragged would be. */
function Ghost({ dragged, items, shown }: { dragged: Dragged; items: readonly PlacedItem[]; shown: Stretch }) {
  const item = items.find(({ key }) => key === dragged.key);
  if (!item) return null;
  return (
    <div aria-hidden="true" className={styles.ghost} style={at(dragged.place - shown.from, Math.max(item.to - item.from, SHORTEST_MINUTES))}>
      {dragged.time}
    </div>
  );
}

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
