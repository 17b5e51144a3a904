import { isSignedOut } from '@attune/shared-ui/failures/failure-banner';
import { logOutOf, readPageData, useLocation, useNavigate, useQueryClient } from '@attune/shared-ui/runtime';
import { useCallback, useEffect, useRef } from 'react';
import { adminKey, dashboardKey } from '../../keys';
import type { Departure } from './departure';
import { hearTabs, tellTabs, type TabMessage } from './session-tabs';

const SIGN_IN = '/admin/login';

/**
 * Leads to the sign-in: by Logout, by the session's end, by the first answer that says it is over (whichever call it was
 * for), and with another tab. The other tabs are told.
 */
export function useDeparture() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef('');
  here.current = `${pathname}${search}`;

  // One end is noticed by several calls; the first reason counts, and is told once.
  const left = useRef(false);
  const leave = useCallback(
    (state: Departure, told?: TabMessage) => {
      if (left.current) return;
      left.current = true;
      void navigate(SIGN_IN, { replace: true, state });
      if (told) tellTabs(told);
    },
    [navigate],
  );
  const expire = useCallback(() => leave({ left: 'expired', from: here.current }, { type: 'ended', cause: 'expired' }), [leave]);

  useEffect(
    () =>
      hearTabs((message) => {
        if (message.type !== 'ended') return;
        leave(message.cause === 'logout' ? { left: 'logout' } : { left: 'expired', from: here.current });
      }),
    [leave],
  );

  useEffect(() => {
    const over = (error: unknown) => {
      if (!isSignedOut(error)) return;
      // Only who was signed in is told that it ended.
      const was = readPageData().signed_in_hint.admin || queryClient.getQueryData(dashboardKey) !== undefined;
      if (was) expire();
      else leave({ left: 'guarded', from: here.current });
    };
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (event.query.queryKey[0] === adminKey[0]) over(event.action.error);
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') over(event.action.error);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient, leave, expire]);

  return {
    expire,
    /** Leaves at once; resolves when the server has ended the session, which may take a network. */
    logout: () => {
      const ended = logOutOf('admin');
      leave({ left: 'logout' }, { type: 'ended', cause: 'logout' });
      return ended;
    },
  };
}
