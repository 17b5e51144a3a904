import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { DAY_MINUTES } from './clock-change';
import { type HourAxis, missingTime, timeOfPlace } from './hour-axis';
import type { Stretch } from './lanes';

/** A day and a time of its clock. */
export interface DayTime {
  date: string;
  time: string;
}

/** What is dragged, and where it would be put down. */
export interface Dragged extends DayTime {
  key: string;
  /** On the axis. */
  place: number;
}

/** Whoever presses does not hold quite still. */
const BEGINS_AFTER_PX = 5;
const STEP_MINUTES = 15;

interface DragOptions {
  axis: HourAxis;
  shown: Stretch;
  onDrop: (key: string, to: DayTime) => void;
}

/** Appointments are dragged by mouse or pen; a finger scrolls. Escape leaves them where they are. */
export function useDrag({ axis, shown, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const take = (key: string, event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const { clientX, clientY, currentTarget } = event;
    const grabbed = clientY - currentTarget.getBoundingClientRect().top;
    let at: Dragged | null = null;
    const show = (next: Dragged | null) => {
      at = next;
      setDragged(next);
    };
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => {
      ended.abort();
      show(null);
    };
    stop.current = end;
    const isFar = (to: globalThis.PointerEvent) => Math.hypot(to.clientX - clientX, to.clientY - clientY) > BEGINS_AFTER_PX;
    window.addEventListener(
      'pointermove',
      (to) => {
        if (at === null && !isFar(to)) return;
        to.preventDefault();
        const under = placeUnder(to.clientX, to.clientY - grabbed, axis, shown);
        if (under) show({ key, ...under });
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      () => {
        const put = at;
        end();
        if (put === null) return;
        // The click that ends a drag opens nothing.
        window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) });
        onDrop(key, { date: put.date, time: put.time });
      },
      { signal },
    );
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && end(), { signal });
  };

  return { dragged, take };
}

/** The day and time at a point of the page, to the quarter of an hour; undefined beside the days, and where a day has no such time. */
export function placeUnder(x: number, y: number, axis: HourAxis, shown: Stretch): Omit<Dragged, 'key'> | undefined {
  const columns = [...document.querySelectorAll<HTMLElement>('[data-day-column]')];
  const column = columns.find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return x >= left && x < right;
  });
  const date = column?.dataset['dayColumn'];
  if (!column || date === undefined) return undefined;
  const { top, height } = column.getBoundingClientRect();
  const exact = shown.from + ((y - top) / height) * (shown.to - shown.from);
  const place = Math.min(Math.max(Math.round(exact / STEP_MINUTES) * STEP_MINUTES, shown.from), shown.to - STEP_MINUTES);
  const missing = missingTime(axis, date);
  const time = timeOfPlace(axis, place);
  const isNone = time === undefined || place >= DAY_MINUTES + (axis.repeat?.minutes ?? 0) || (missing !== null && place >= missing.from && place < missing.to);
  return isNone ? undefined : { date, time, place };
}
