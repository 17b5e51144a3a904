import { useQuery } from '@attune/shared-ui/runtime';
import { summaryQuery } from '../features/bookings/api/get-summary';
import { useTodaysBookings } from '../features/bookings/api/use-todays-bookings';
import { profileQuery } from '../features/profile/api/get-profile';
import { servicesQuery } from '../features/services/api/get-services';

/** What the dashboard opens with: profile, services, the bookings' figures and the bookings of today. */
export function useDashboard() {
  const profile = useQuery(profileQuery());
  const services = useQuery(servicesQuery());
  const summary = useQuery(summaryQuery());
  const todays = useTodaysBookings(profile.data?.timezone);

  const parts = [profile, services, summary];
  const failed = parts.filter((part) => part.isLoadingError);
  return {
    profile: profile.data,
    services: services.data,
    summary: summary.data,
    todays,
    /** Moment of the latest failed load, 0 while nothing has failed. */
    failedAt: Math.max(0, ...failed.map((part) => part.errorUpdatedAt)),
    retrying: failed.some((part) => part.isFetching),
    retry: () => failed.forEach((part) => void part.refetch()),
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;
