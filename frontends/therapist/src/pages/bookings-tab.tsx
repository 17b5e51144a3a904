import { Button } from '@attune/shared-ui/components/button';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { useQuery } from '@attune/shared-ui/runtime';
import { Suspense, useState } from 'react';
import { BookingDialog } from '../features/bookings/components/booking-dialog';
import type { UseMoreOfRows } from '../features/bookings/components/bookings-list';
import { DroppedDialog, type NewPlace } from '../features/bookings/components/move-dialog';
import type { Booking } from '../features/bookings/bookings.api';
import { BookingsPanel } from '../features/bookings/components/bookings-panel';
import { UndecidedNotice, useCalendarMarks, useCalendarMarkWords } from '../features/calendar/components/calendar-marks';
import { useBookingForms } from '../features/intake-answers/components/booking-forms';
import { useBookingMails } from '../features/mails/components/booking-mails';
import { NewBookingDialog } from '../features/new-booking/components/new-booking-dialog';
import { newBookingMessages } from '../features/new-booking/messages';
import { scheduleMessages } from '../features/schedule/messages';
import { showIn } from '../features/schedule/schedule-place';
import { servicesQuery } from '../features/services/services.api';
import { WaitingCard } from '../features/waiting-list/components/waiting-card';
import { useAddress } from '../records/use-address';
import styles from './bookings-tab.module.css';

/** Most visits to the dashboard need none of it. */
const SchedulePanel = lazyAgain(() => import('../features/schedule/components/schedule-panel'));

const SHOW_OPTIONS = [
  { value: 'list', label: 'List' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

/** What a row tells beside the appointment itself: how it stands in the therapist's own calendar, its forms, and what became of its mails. */
const useMoreOfRows: UseMoreOfRows = (bookings) => {
  const markOf = useCalendarMarks();
  const formsOf = useBookingForms(bookings);
  const mailsOf = useBookingMails(bookings);
  return (booking) => (
    <>
      {markOf(booking)}
      {formsOf(booking)}
      {mailsOf(booking)}
    </>
  );
};

interface BookingsTabProps {
  /** All bookings there are. */
  total: number;
  timezone: string;
  onOpenServices: () => void;
  onOpenCalendar: () => void;
  onFailure: (failed: boolean) => void;
}

/** The dashboard's Bookings tab: the same appointments as a list or by the clock. */
export default function BookingsTab({ total, timezone, onOpenServices, onOpenCalendar, onFailure }: BookingsTabProps) {
  const { params, change } = useAddress();
  const show = showIn(params);
  const marks = useCalendarMarkWords();
  const services = useQuery(servicesQuery());
  const [isBooking, setBooking] = useState<{ at?: NewPlace } | null>(null);
  const [dropped, setDropped] = useState<{ booking: Booking; to: NewPlace } | null>(null);
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <h2>Bookings</h2>
        <div className={styles.tools}>
          <Button icon="plus" disabled={services.data === undefined} onClick={() => setBooking({})}>
            {newBookingMessages.open}
          </Button>
          <Segmented label={scheduleMessages.show} options={SHOW_OPTIONS} value={show} onChange={(next) => change({ show: next === 'list' ? undefined : next })} />
        </div>
      </div>
      <UndecidedNotice onOpen={onOpenCalendar} />
      {show === 'list' ? (
        <>
          <WaitingCard zone={timezone} />
          <BookingsPanel total={total} timezone={timezone} services={services.data ?? []} useMoreOfRows={useMoreOfRows} onOpenServices={onOpenServices} onFailure={onFailure} />
        </>
      ) : (
        <Suspense>
          <SchedulePanel
            view={show}
            zone={timezone}
            marks={marks}
            appointment={(booking, onClose) => <BookingDialog booking={booking} zone={timezone} useMoreOfRows={useMoreOfRows} onClose={onClose} />}
            onDrop={(booking, to) => setDropped({ booking, to })}
            onNew={(at) => setBooking({ at })}
            onFailure={onFailure}
          />
        </Suspense>
      )}
      {isBooking && services.data !== undefined && <NewBookingDialog services={services.data} zone={timezone} at={isBooking.at} onClose={() => setBooking(null)} />}
      {dropped && <DroppedDialog booking={dropped.booking} to={dropped.to} zone={timezone} onClose={() => setDropped(null)} />}
    </div>
  );
}
