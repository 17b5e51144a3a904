import { useLayoutEffect, useRef } from 'react';

/**
 * What follows the turn of a page: its beginning comes into sight, and the focus does not stay on a button that is closed now.
 * `pager` belongs to an element within the list; its buttons are Previous and Next, in this order.
 */
export function usePageTurn(index: number, last: boolean) {
  const pager = useRef<HTMLElement>(null);
  const shown = useRef(index);

  useLayoutEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    const list = pager.current?.parentElement;
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [index]);

  useLayoutEffect(() => {
    const [previous, next] = pager.current?.querySelectorAll('button') ?? [];
    const { activeElement } = document;
    if (last && activeElement === next) previous?.focus({ preventScroll: true });
    if (index === 0 && activeElement === previous) next?.focus({ preventScroll: true });
  }, [index, last]);

  return pager;
}
