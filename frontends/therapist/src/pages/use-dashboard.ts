import { useQuery } from '@attune/shared-ui/runtime';
import { summaryQuery } from '../features/bookings/bookings.api';
import { useDaysAhead } from '../features/bookings/use-days-ahead';
import { profileQuery } from '../features/profile/profile.api';
import { servicesQuery } from '../features/services/services.api';

/** What the dashboard opens with: profile, services, the bookings' figures, and the bookings of today and the days that come. */
export function useDashboard(now: Date) {
  const profile = useQuery(profileQuery());
  const services = useQuery(servicesQuery());
  const summary = useQuery(summaryQuery());
  const days = useDaysAhead(profile.data?.timezone, now);

  const parts = [profile, services, summary];
  // Only once every part has its answer: until then a missing profile may yet explain the others.
  const settled = parts.every((part) => !part.isPending);
  return {
    profile: profile.data,
    services: services.data,
    summary: summary.data,
    days,
    // Without a profile the rest may be missing: the welcome card needs none of it.
    failed: settled && profile.data !== null && parts.some((part) => part.isLoadingError),
    retrying: parts.some((part) => part.isLoadingError && part.isFetching),
    retry: () => [...parts, days].filter((part) => part.isLoadingError).forEach((part) => void part.refetch()),
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;
