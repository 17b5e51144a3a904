import { localZone } from '@attune/shared-ui/format';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { type SessionUser } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { BookingSummary } from '../features/bookings/bookings.api';
import type { useCalendarReturn } from '../features/calendar/use-calendar-return';
import { CalendarNotice } from '../features/frame/components/calendar-notice';
import { DashboardFrame } from '../features/frame/components/dashboard-frame';
import { GreetingHeader } from '../features/frame/components/greeting-header';
import type { DashboardTab } from '../features/frame/dashboard-tabs';
import { dayLine, greeting } from '../features/frame/greeting';
import type { Profile } from '../features/profile/profile.api';
import { OpenNotice } from '../features/record-openings/components/open-notice';
import { useLeaveQuestion } from '../writing/use-leave-question';
import { CalendarTab } from './calendar-tab';
import { MeetingTab, RecordingWatch } from './meeting-tab';
import { NotesTab } from './notes-tab';
import { OverviewTab } from './overview-tab';
import type { Dashboard } from './use-dashboard';

/** The first screen needs none of it. */
const TAB_CODE = {
  bookings: () => import('./bookings-tab'),
  services: () => import('../features/services/components/services-panel'),
  hours: () => import('./hours-tab'),
  intake: () => import('../features/intake-forms/components/intake-panel'),
} satisfies Partial<Record<DashboardTab, () => Promise<unknown>>>;
const BookingsTab = lazyAgain(TAB_CODE.bookings);
const ServicesPanel = lazyAgain(TAB_CODE.services);
const HoursTab = lazyAgain(TAB_CODE.hours);
const IntakePanel = lazyAgain(TAB_CODE.intake);
/** Once the first screen stands: the tabs that are opened most are there when somebody turns to them, also where the network has gone by then. */
const AHEAD_MS = 3_000;

/** Fetches the code of a tab while what it shows is read. What does not come is asked for again when it is shown. */
export function fetchTab(tab: DashboardTab): void {
  if (tab in TAB_CODE) TAB_CODE[tab as keyof typeof TAB_CODE]().catch(() => undefined);
}

const NOT_SAVED = { text: 'Not saved', tone: 'neutral' } as const;

interface DashboardContentProps {
  user: SessionUser | null;
  profile: Profile;
  tab: DashboardTab;
  serviceCount: number;
  summary: BookingSummary;
  days: Dashboard['days'];
  now: Date;
  /** Whether the open list of bookings could not be read. */
  onBookingsFailure: (failed: boolean) => void;
  /** How the way to Google ended, where it did just now. */
  calendarReturn: ReturnType<typeof useCalendarReturn>;
}

/** The dashboard once everything it opens with is there. The open tab is the address's `?tab=`. */
export function DashboardContent(props: DashboardContentProps) {
  const { user, profile, tab, serviceCount, summary, days, now, onBookingsFailure, calendarReturn } = props;
  const [, setParams] = useSearchParams();
  const open = (target: DashboardTab) => setParams(target === 'overview' ? {} : { tab: target });

  const [hoursTyped, setHoursTyped] = useState(false);
  const [calendarTyped, setCalendarTyped] = useState(false);
  useLeaveQuestion(hoursTyped || calendarTyped);
  const { failure, putAway } = calendarReturn;
  const ahead = days.ahead?.today.filter((booking) => booking.status !== 'cancelled');
  const next = ahead?.find(
    (booking) => booking.status === 'confirmed' && Date.parse(booking.starts_at) > now.getTime(),
  );
  const today = summary.today_standing > 0 ? { bookings: { text: `${summary.today_standing} today`, tone: 'attention' as const } } : {};
  const day = { sessions: ahead?.length, nextStart: next?.starts_at };

  useEffect(() => {
    const ahead = setTimeout(() => (Object.keys(TAB_CODE) as DashboardTab[]).forEach(fetchTab), AHEAD_MS);
    return () => clearTimeout(ahead);
  }, []);

  const panels: Record<DashboardTab, () => ReactNode> = {
    overview: () => (
      <OverviewTab
        profile={profile}
        serviceCount={serviceCount}
        summary={summary}
        days={days}
        now={now}
        onOpenBookings={() => open('bookings')}
      />
    ),
    bookings: () => (
      <BookingsTab total={summary.total} timezone={profile.timezone} onOpenServices={() => open('services')} onOpenCalendar={() => open('calendar')} onFailure={onBookingsFailure} />
    ),
    services: () => <ServicesPanel />,
    hours: () => <HoursTab onDirtyChange={setHoursTyped} />,
    notes: () => <NotesTab />,
    'ai-meeting': () => <MeetingTab />,
    calendar: () => <CalendarTab failure={failure} onFailureSeen={putAway} onDirtyChange={setCalendarTyped} />,
    intake: () => <IntakePanel />,
  };

  return (
    <DashboardFrame
      user={user}
      tab={tab}
      badges={{ ...today, ...(hoursTyped && { hours: NOT_SAVED }), ...(calendarTyped && { calendar: NOT_SAVED }) }}
      onTab={open}
      header={
        <>
          {tab !== 'calendar' && <CalendarNotice />}
          <RecordingWatch isOwnTab={tab === 'ai-meeting'} />
          <OpenNotice now={now} />
          <GreetingHeader
            leads={tab === 'overview'}
            greeting={greeting(user?.name ?? '', now, profile.timezone)}
            line={tab === 'overview' ? dayLine(day, now, profile.timezone, localZone()) : undefined}
          />
        </>
      }
    >
      <Suspense>{panels[tab]()}</Suspense>
    </DashboardFrame>
  );
}
