import { readPageData, useLocation, useNavigate, useQueryClient } from '@attune/shared-ui/runtime';
import { useCallback, useEffect, useRef } from 'react';
import { adminKey, dashboardKey } from '../../keys';
import { isSignedOut } from '../../refusal';
import { signOut } from './api/sign-out';
import type { Departure } from './departure';

const SIGN_IN = '/admin/login';

/** Leads to the sign-in: by Logout, and by the first answer that says the session is over, whichever call it was for. */
export function useDeparture() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef('');
  here.current = `${pathname}${search}`;

  const leave = useCallback(
    (state: Departure) => void navigate(SIGN_IN, { replace: true, state }),
    [navigate],
  );

  useEffect(() => {
    const over = (error: unknown) => {
      if (!isSignedOut(error)) return;
      // Only who was signed in is told that it ended.
      const was = readPageData().signed_in_hint.admin || queryClient.getQueryData(dashboardKey) !== undefined;
      leave({ left: was ? 'expired' : 'guarded', from: here.current });
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
  }, [queryClient, leave]);

  return {
    logout: async () => {
      await signOut();
      leave({ left: 'logout' });
    },
  };
}
