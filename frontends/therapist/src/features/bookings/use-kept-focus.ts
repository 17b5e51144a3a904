import { useEffect, useRef } from 'react';
import { isFocusLost } from '../../lost-focus';

/** Marks the row of a record. */
export const rowMark = (id: string) => ({ 'data-row': id, tabIndex: -1 });

/**
 * Keeps the focus near what was pressed when the press takes it away: on the row, on the one that takes its place, or on the list.
 * Where it went somewhere else meanwhile, it stays there.
 */
export function useKeptFocus() {
  const list = useRef<HTMLDivElement>(null);
  const kept = useRef<{ id: string; place: number }>(null);

  useEffect(() => {
    if (kept.current === null) return undefined;
    // After the window that asked has given the focus back to what may be gone.
    const timer = setTimeout(() => {
      const { id, place } = kept.current ?? {};
      if (id === undefined || place === undefined) return;
      const rows = rowsOf(list.current);
      const row = rows.find((one) => one.dataset['row'] === id) ?? rows[Math.min(place, rows.length - 1)] ?? list.current;
      if (isFocusLost()) row?.focus({ preventScroll: rows.includes(row) });
      else if (!row?.contains(document.activeElement)) kept.current = null;
    });
    return () => clearTimeout(timer);
  });

  return {
    list,
    keep: (id: string) => {
      const place = rowsOf(list.current).findIndex((one) => one.dataset['row'] === id);
      if (place >= 0) kept.current = { id, place };
    },
  };
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}
