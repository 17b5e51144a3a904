import { useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';
import { dashboardKey } from '../../keys';
import { watchedDashboardQuery } from './frame.api';

const EVERY_MS = 60_000;

/** Reads the figures every minute, so that they stay fresh without keeping the session alive. */
export function useWatch(everyMs: number = EVERY_MS): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = async () => {
      try {
        queryClient.setQueryData(dashboardKey, await queryClient.fetchQuery(watchedDashboardQuery()));
      } catch {
        // A session that is over leads away by itself; a line that is down has its own banner.
      }
    };
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, [queryClient, everyMs]);
}
