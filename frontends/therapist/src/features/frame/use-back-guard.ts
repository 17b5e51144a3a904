import { useLocation, watchBack } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';

/** The router numbers the entries of the history. */
const placeOf = (state: unknown): number | undefined => (state as { idx?: number } | null)?.idx ?? undefined;

/**
 * The browser's Back and Forward ask, too, before unsaved changes are left behind. Neither can be stopped, so the page goes back to where it
 * was before the router hears of it.
 */
export function useBackGuard(unsaved: boolean) {
  const location = useLocation();
  const [steps, setSteps] = useState<number>();
  const state = useRef({ unsaved, here: placeOf(window.history.state), page: pageOf(window.location), returning: 0, leaving: false });
  state.current.unsaved = unsaved;
  useEffect(() => {
    Object.assign(state.current, { here: placeOf(window.history.state), page: pageOf(window.location), leaving: false });
  }, [location]);

  useEffect(() => {
    const onPop = (event: PopStateEvent) => {
      const now = state.current;
      if (now.returning !== 0) {
        event.stopImmediatePropagation();
        setSteps(now.returning);
        now.returning = 0;
        return;
      }
      const there = placeOf(event.state);
      if (now.leaving) {
        // Also the next press asks, though the page is not drawn yet.
        Object.assign(now, { here: there, page: pageOf(window.location), leaving: false });
        return;
      }
      if (!now.unsaved || now.here === undefined || there === undefined || there === now.here || pageOf(window.location) === now.page) return;
      event.stopImmediatePropagation();
      now.returning = there - now.here;
      window.history.go(-now.returning);
    };
    return watchBack(onPop);
  }, []);

  return {
    asking: steps !== undefined,
    stay: () => setSteps(undefined),
    leave: () => {
      if (steps === undefined) return;
      setSteps(undefined);
      state.current.leaving = true;
      window.history.go(steps);
    },
  };
}

function pageOf({ pathname, search }: Location): string {
  return pathname + search;
}
