import type { BookingSummary } from '../features/bookings/bookings.api';
import { BookingStats } from '../features/bookings/components/booking-stats';
import { ComingDaysCard } from '../features/bookings/components/coming-days-card';
import { TodayCard } from '../features/bookings/components/today-card';
import type { Profile } from '../features/profile/profile.api';
import { PausedNotice } from '../features/profile/components/paused-notice';
import { ProfileCard } from '../features/profile/components/profile-card';
import { OpeningsHistory } from '../features/record-openings/components/openings-history';
import styles from './overview-tab.module.css';
import type { Dashboard } from './use-dashboard';

interface OverviewTabProps {
  profile: Profile;
  serviceCount: number;
  summary: BookingSummary;
  days: Dashboard['days'];
  now: Date;
  onOpenBookings: () => void;
}

/** The dashboard's first tab: figures, the day and those that come, the profile. */
export function OverviewTab({ profile, serviceCount, summary, days, now, onOpenBookings }: OverviewTabProps) {
  return (
    <div className={styles.overview}>
      <PausedNotice profile={profile} />
      <BookingStats summary={summary} services={serviceCount} />
      <div className={styles.columns}>
        <div className={styles.days}>
          <TodayCard ahead={days.ahead} failed={days.isLoadingError} timezone={profile.timezone} now={now} onOpenBookings={onOpenBookings} />
          {days.ahead && <ComingDaysCard days={days.ahead.days} timezone={profile.timezone} />}
        </div>
        <ProfileCard profile={profile} />
      </div>
      <OpeningsHistory />
    </div>
  );
}
