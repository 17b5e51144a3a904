import { useEffect, useRef } from 'react';
import { useLocation } from '@attune/shared-ui/runtime';
import { connection } from '@attune/shared-ui/runtime/host';

/** What is chosen by a press, such as a free time. */
const CHOICE = 'button[aria-pressed]';

/** Calls back when what went wrong is being mended, or is left: something is typed or chosen, another page opens, the server answers again. */
export function useMended(onMended: () => void): void {
  const latest = useRef(onMended);
  latest.current = onMended;
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);

  useEffect(() => {
    if (arrivedAt.current !== pathname) latest.current();
    arrivedAt.current = pathname;
  }, [pathname]);

  useEffect(() => {
    const mended = () => latest.current();
    const pressed = ({ target }: Event) => {
      if (target instanceof Element && target.closest(CHOICE)) mended();
    };
    const unsubscribe = connection.subscribe(() => connection.get() === 'ok' && mended());
    document.addEventListener('input', mended, true);
    document.addEventListener('click', pressed, true);
    return () => {
      unsubscribe();
      document.removeEventListener('input', mended, true);
      document.removeEventListener('click', pressed, true);
    };
  }, []);
}
