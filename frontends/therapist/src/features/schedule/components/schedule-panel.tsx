import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { useMediaQuery } from '@attune/shared-ui/components/use-media-query';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { region, today } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useAddress } from '../../../records/use-address';
import { scheduleMessages as messages } from '../messages';
import type { Booking } from '../schedule.api';
import type { ScheduleDay } from '../schedule-days';
import { dateIn, daysOfView, type ScheduleView, titleOf, turned } from '../schedule-place';
import { bufferWords, countWords, sumOf } from '../schedule-words';
import type { DayTime } from '../use-drag';
import { useGridFocus } from '../use-grid-focus';
import { useSchedule } from '../use-schedule';
import { DayList } from './day-list';
import { HoursGrid } from './hours-grid';
import { MonthGrid } from './month-grid';
import styles from './schedule-panel.module.css';
import { ScheduleToolbar } from './schedule-toolbar';

/** How often the line of now moves. */
const REFRESH_MS = 30_000;

interface SchedulePanelProps {
  view: ScheduleView;
  /** The therapist's zone: the schedule shows its days and hours wherever the browser is. */
  zone: string;
  /** What is to be noticed about single appointments, by their ids. */
  marks: ReadonlyMap<string, string>;
  /** What is shown of an appointment that was opened. */
  appointment: (booking: Booking, onClose: () => void) => ReactNode;
  /** An appointment was dragged to another time: nothing is moved yet. */
  onDrop: (booking: Booking, to: DayTime) => void;
  /** An empty place was pressed. */
  onNew: (at: DayTime) => void;
  /** Told whether the bookings could not be read; false again when the schedule is left. */
  onFailure: (failed: boolean) => void;
}

/** A day, a week or a month of the practice. */
export default function SchedulePanel({ view, zone, marks, appointment, onDrop, onNew, onFailure }: SchedulePanelProps) {
  const now = new Date(useNow(REFRESH_MS));
  const day = today(zone);
  const { params, change } = useAddress();
  const date = dateIn(params, day);
  const range = daysOfView(view, date, region().weekStartsOn);
  const schedule = useSchedule(range, zone, marks);
  const { days, failed, loading } = schedule;
  const isPhone = useMediaQuery('(max-width: 639px)');
  const hint = useId();
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = openId === null ? undefined : schedule.bookingOf(openId);

  useEffect(() => {
    if (!failed) return undefined;
    onFailure(true);
    return () => onFailure(false);
  }, [failed, onFailure]);

  const go = (to: string) => change({ date: to === day ? undefined : to }, true);
  const openDay = (to: string) => change({ show: 'day', date: to === day ? undefined : to });
  const title = titleOf(view, date, range);
  const focus = useGridFocus({
    days: view === 'month' ? days.map((one) => ({ date: one.date, items: [] })) : days,
    date,
    inWeeks: view === 'month',
    onGo: go,
    turned: (from, pages) => turned(view, from, pages),
  });
  const drop = (id: string, to: DayTime) => {
    const booking = schedule.bookingOf(id);
    if (booking) onDrop(booking, to);
  };
  const buffers = bufferWords(schedule.buffers);
  const shared = { days, today: day, loading, onOpen: setOpenId };

  const grid = () => (
    <div ref={focus.grid} role="grid" aria-label={title} aria-describedby={hint} aria-busy={loading || undefined} {...focus.handlers}>
      {view === 'month' ? (
        <MonthGrid {...shared} date={date} stop={focus.stop} onOpenDay={openDay} />
      ) : (
        <HoursGrid {...shared} zone={zone} now={now} buffers={schedule.buffers} stop={focus.stop} onDrop={drop} onNew={onNew} onOpenDay={openDay} />
      )}
      <VisuallyHidden>
        <span id={hint}>{[messages.keys, buffers].join(' ')}</span>
      </VisuallyHidden>
    </div>
  );

  return (
    <div className={styles.panel}>
      <ScheduleToolbar
        view={view}
        title={title}
        summary={failed ? messages.loadFailed : loading ? messages.loading : countWords(sumOf(ofView(days, view, date)))}
        zone={zone}
        onTurn={(pages) => go(turned(view, date, pages))}
        onToday={() => go(day)}
      />
      {schedule.partsFailed && !failed && <PartsFailed retrying={schedule.retryingParts} onRetry={schedule.retryParts} />}
      {failed && <ErrorPanel level={4} title={messages.loadFailed} text={messages.loadFailedHint} onRetry={schedule.retry} retrying={schedule.retrying} />}
      {!failed && (
        <Card padding="none" className={view === 'month' ? styles.wide : undefined}>
          {isPhone && view !== 'month' ? <DayList {...shared} zone={zone} now={now} buffers={buffers} /> : grid()}
        </Card>
      )}
      {opened &&
        appointment(opened, () => {
          focus.takeBack();
          setOpenId(null);
        })}
    </div>
  );
}

function PartsFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const again = (
    <Button size="sm" loading={retrying} onClick={onRetry}>
      Try Again
    </Button>
  );
  return (
    <Banner tone="attention" role="status" action={again}>
      {messages.partsFailed}
    </Banner>
  );
}

/** A month's own days, without those that fill up its weeks. */
function ofView(days: readonly ScheduleDay[], view: ScheduleView, date: string): readonly ScheduleDay[] {
  return view === 'month' ? days.filter((day) => day.date.slice(0, 7) === date.slice(0, 7)) : days;
}
