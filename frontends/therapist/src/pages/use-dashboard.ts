import { today } from '@attune/shared-ui/format';
import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useRef } from 'react';
import { bookingsKey, overviewQuery, summaryQuery } from '../features/bookings/bookings.api';
import { type DaysAhead, daysAhead } from '../features/bookings/days-ahead';
import { profileQuery } from '../features/profile/profile.api';
import { servicesQuery } from '../features/services/services.api';

/** What the dashboard opens with: the profile and the bookings' figures, and on its overview the bookings of today and the days that come. */
export function useDashboard(isOverview: boolean, now: Date) {
  const profile = useQuery(profileQuery());
  const overview = useQuery({ ...overviewQuery(), enabled: isOverview });
  // An overview tells the figures, too.
  const summary = useQuery({ ...summaryQuery(), enabled: !isOverview });
  const figures = isOverview ? overview : summary;
  useNewDay(profile.data?.timezone);

  const parts = [profile, figures];
  // Only once every part has its answer: until then a missing profile may yet explain the others.
  const settled = parts.every((part) => !part.isPending);
  const lacks = profile.data === undefined || summary.data === undefined;
  const ahead: DaysAhead | undefined = overview.data && daysAhead(overview.data, now);
  return {
    profile: profile.data,
    summary: summary.data,
    serviceCount: useServiceCount(summary.data?.services ?? 0, summary.dataUpdatedAt),
    days: { ahead, isLoadingError: Boolean(profile.data) && overview.isLoadingError },
    // Without a profile the rest may be missing: the welcome card needs none of it.
    failed: settled && profile.data !== null && lacks && parts.some((part) => part.isLoadingError),
    retrying: parts.some((part) => part.isLoadingError && part.isFetching),
    retry: () => parts.filter((part) => part.isLoadingError).forEach((part) => void part.refetch()),
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;

/** As many as the figures say, or as the list has that was read after them. */
function useServiceCount(counted: number, countedAt: number): number {
  const { data: services, dataUpdatedAt: listedAt } = useQuery({ ...servicesQuery(), enabled: false });
  return services !== undefined && listedAt > countedAt ? services.length : counted;
}

/** At midnight in the therapist's zone today's bookings are others. */
function useNewDay(timezone: string | undefined): void {
  const queryClient = useQueryClient();
  const day = timezone && today(timezone);
  const shown = useRef(day);
  useEffect(() => {
    if (shown.current !== undefined && day !== shown.current) void queryClient.invalidateQueries({ queryKey: bookingsKey });
    shown.current = day;
  }, [day, queryClient]);
}
