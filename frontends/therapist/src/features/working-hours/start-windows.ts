import type { Typed } from '@attune/shared-ui/forms';
import type { StartWindow } from './working-hours.api';
import { hoursMessages } from './messages';

/** One window of start times while it is edited. */
export type TypedWindow = Typed<StartWindow>;

const EVERY_CHOICES = [5, 10, 15, 20, 30, 45, 60, 90, 120];
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** More than this the server refuses for one day. */
export const WINDOWS_MAX = 6;

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export function typedWindow({ first_start, last_start, every_minutes }: StartWindow): TypedWindow {
  return { first_start, last_start, every_minutes: String(every_minutes) };
}

function windowBody({ first_start, last_start, every_minutes }: TypedWindow): StartWindow {
  return { first_start, last_start, every_minutes: Number(every_minutes) };
}

/** The window a newly opened day begins with, or the next free stretch after the day's last one. */
export function nextWindow(windows: readonly TypedWindow[]): TypedWindow {
  const ends = windows.filter((one) => TIME.test(one.last_start)).map((one) => minutesOf(one.last_start));
  if (ends.length === 0) return { first_start: '09:00', last_start: '17:30', every_minutes: '30' };
  const first = Math.min(Math.max(...ends) + 60, 23 * 60);
  return { first_start: timeOf(first), last_start: timeOf(Math.min(first + 120, 23 * 60 + 30)), every_minutes: '30' };
}

/** The start times of a window, or none while it is incomplete. */
export function startTimes({ first_start, last_start, every_minutes }: TypedWindow): string[] {
  if (!TIME.test(first_start) || !TIME.test(last_start)) return [];
  const times: string[] = [];
  for (let minutes = minutesOf(first_start); minutes <= minutesOf(last_start); minutes += Number(every_minutes)) times.push(timeOf(minutes));
  return times;
}

/** The choices of "every N minutes"; a stored step that isn't among them is kept. */
export function everyOptions(chosen: string): { value: string; label: string }[] {
  const stored = Number(chosen);
  const choices = EVERY_CHOICES.includes(stored) ? EVERY_CHOICES : [...EVERY_CHOICES, stored].sort((a, b) => a - b);
  return choices.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }));
}

/** What is wrong with the windows of one day, by their places in the list. */
export function windowErrors(windows: readonly TypedWindow[]): Record<number, string> {
  const errors: Record<number, string> = {};
  const sound: { index: number; window: TypedWindow }[] = [];
  windows.forEach((window, index) => {
    if (!TIME.test(window.first_start) || !TIME.test(window.last_start)) errors[index] = hoursMessages.timeMissing;
    else if (window.last_start < window.first_start) errors[index] = hoursMessages.lastBeforeFirst;
    else sound.push({ index, window });
  });
  let reached = '';
  for (const { index, window } of sound.sort((a, b) => byStart(a.window, b.window))) {
    if (window.first_start <= reached) errors[index] = hoursMessages.overlap;
    if (window.last_start > reached) reached = window.last_start;
  }
  return errors;
}

/** The windows in the order of the day, as they are sent. */
export function windowsBody(windows: readonly TypedWindow[]): StartWindow[] {
  return [...windows].sort(byStart).map(windowBody);
}

function byStart(a: TypedWindow, b: TypedWindow): number {
  return a.first_start.localeCompare(b.first_start);
}
