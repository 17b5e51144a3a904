import { addDays } from '@attune/shared-ui/format';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isFocusLost } from '../../lost-focus';

/** Where the focus can be: on a day, or on an item of it. */
export interface Stop {
  date: string;
  item?: string;
}

interface StopsOfDay {
  date: string;
  items: readonly { key: string; start: string }[];
}

interface GridFocus {
  days: readonly StopsOfDay[];
  /** The day that the address names. */
  date: string;
  /** The days stand in weeks below one another rather than side by side. */
  inWeeks: boolean;
  /** Shows another day. */
  onGo: (date: string) => void;
  /** Where the next or previous page leads from a day. */
  turned: (date: string, pages: number) => string;
}

const nameOf = ({ date, item }: Stop) => (item === undefined ? date : `${date} ${item}`);

/** One stop for Tab: the arrows move among days and their items, Page Up and Page Down turn the page. */
export function useGridFocus({ days, date, inWeeks, onGo, turned }: GridFocus) {
  const grid = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<Stop>({ date });
  const within = useRef(false);
  const current = standing(visited, days) ?? standing({ date }, days) ?? { date: days[0]?.date ?? date };
  const name = nameOf(current);

  const focus = (stop: string) => grid.current?.querySelector<HTMLElement>(`[data-stop="${stop}"]`)?.focus();
  // What had the focus may be gone: the page was turned, or the appointment was cancelled. React tells nobody of that blur.
  useEffect(() => {
    if (!within.current) return undefined;
    // After a window that closed has given the focus back to what may be gone.
    const timer = setTimeout(() => isFocusLost() && focus(name));
    return () => clearTimeout(timer);
  });

  const leadsTo = (key: string, from: Stop): Stop | undefined => {
    if (key === 'PageUp' || key === 'PageDown') return { date: turned(from.date, key === 'PageUp' ? -1 : 1) };
    return inWeeks ? besideInWeeks(key, from.date, days) : target(key, from, days);
  };

  const move = (to: Stop) => {
    setVisited(to);
    if (days.some((day) => day.date === to.date)) focus(nameOf(to));
    else onGo(to.date);
  };

  return {
    grid,
    stop: (at: Stop) => ({ 'data-stop': nameOf(at), tabIndex: nameOf(at) === name ? 0 : -1, onFocus: () => setVisited(at) }),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : leadsTo(event.key, current);
        if (to === undefined) return;
        event.preventDefault();
        move(to);
      },
      onFocus: () => {
        within.current = true;
      },
      onBlur: () => {
        within.current = false;
      },
    },
    /** After a window over the grid has closed: back to where the focus was. */
    takeBack: () => {
      within.current = true;
    },
  };
}

function standing({ date, item }: Stop, days: readonly StopsOfDay[]): Stop | undefined {
  const day = days.find((one) => one.date === date);
  if (day === undefined) return undefined;
  return item !== undefined && day.items.some(({ key }) => key === item) ? { date, item } : { date };
}

/** Where a key leads among days side by side. */
export function target(key: string, from: Stop, days: readonly StopsOfDay[]): Stop | undefined {
  const items = days.find(({ date }) => date === from.date)?.items ?? [];
  const index = items.findIndex((item) => item.key === from.item);
  const within = (to: number): Stop => ({ date: from.date, item: items[to]?.key });
  switch (key) {
    case 'ArrowDown':
      return within(Math.min(index + 1, items.length - 1));
    case 'ArrowUp':
      return within(index - 1);
    case 'Home':
      return { date: from.date };
    case 'End':
      return within(items.length - 1);
    case 'ArrowLeft':
      return beside(addDays(from.date, -1), items[index]?.start, days);
    case 'ArrowRight':
      return beside(addDays(from.date, 1), items[index]?.start, days);
    default:
      return undefined;
  }
}

/** Where a key leads in a month. */
export function besideInWeeks(key: string, date: string, days: readonly StopsOfDay[]): Stop | undefined {
  const weekday = days.findIndex((day) => day.date === date) % 7;
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday };
  const step = steps[key];
  return step === undefined ? undefined : { date: addDays(date, step) };
}

/** On another day the item that is nearest in time; from a day's name its name. */
function beside(date: string, start: string | undefined, days: readonly StopsOfDay[]): Stop {
  const items = days.find((day) => day.date === date)?.items ?? [];
  if (start === undefined || items.length === 0) return { date };
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const distance = (item: { start: string }) => Math.abs(minutes(item.start) - minutes(start));
  const nearest = items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
  return { date, item: nearest.key };
}
