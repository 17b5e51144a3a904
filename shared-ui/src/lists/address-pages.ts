import { useLocation } from '@attune/shared-ui/runtime';
import { useSearchParams } from '../search-params';
import { useState } from 'react';
import type { CursorPages } from './cursor-pages';

const CURSOR = /^[\w-]{1,200}$/;
const PAGE = /^[1-9]\d{0,4}$/;

const pageName = (list: string) => `${list}_page`;
const cursorName = (list: string) => `${list}_after`;

/** The address of a list's first page. */
export function withoutPage(params: URLSearchParams, list: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(pageName(list));
  next.delete(cursorName(list));
  return next;
}

/**
 * The way through a list, with the page in the address (`?log_page=2&log_after=…`): it outlives a reload, can be sent to somebody, and the
 * browser's Back leads to the page before. How it was reached is kept with the entry of the history; where that is unknown, the way back is
 * to the first page.
 * @param list the list's name in the address
 */
export function useAddressPages(list: string): CursorPages {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const [walked, setWalked] = useState<readonly string[]>([]);
  const { page, cursor } = placeIn(params, list);
  // Of a page whose way is unknown only its own cursor is left.
  const known = [walked, trailIn(state, list)].find((one) => cursor !== undefined && one.at(-1) === cursor);
  const trail = known ?? (cursor === undefined ? [] : [cursor]);

  const goTo = (number: number, cursors: readonly string[]) => {
    setWalked(cursors);
    const at = cursors.at(-1);
    setParams(
      (current) => {
        const next = withoutPage(current, list);
        if (at === undefined) return next;
        next.set(pageName(list), String(number));
        next.set(cursorName(list), at);
        return next;
      },
      { state: { [cursorName(list)]: cursors } },
    );
  };

  return {
    cursor,
    index: page - 1,
    next: (next) => goTo(page + 1, [...trail, next]),
    previous: () => (trail.length > 1 ? goTo(page - 1, trail.slice(0, -1)) : goTo(1, [])),
    first: () => goTo(1, []),
  };
}

function placeIn(params: URLSearchParams, list: string): { page: number; cursor: string | undefined } {
  const page = params.get(pageName(list)) ?? '';
  const cursor = params.get(cursorName(list)) ?? '';
  return PAGE.test(page) && Number(page) > 1 && CURSOR.test(cursor) ? { page: Number(page), cursor } : { page: 1, cursor: undefined };
}

function trailIn(state: unknown, list: string): readonly string[] {
  const kept = (state as Record<string, unknown> | null)?.[cursorName(list)];
  return Array.isArray(kept) && kept.every((one) => typeof one === 'string' && CURSOR.test(one)) ? (kept as string[]) : [];
}
