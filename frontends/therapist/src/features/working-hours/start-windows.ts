import type { StartWindow } from './working-hours.api';
import { hoursMessages } from './messages';

/** One window of start times while it is edited; the key tells rows apart. */
export interface WindowDraft {
  key: string;
  first: string;
  last: string;
  every: number;
}

const EVERY_CHOICES = [5, 10, 15, 20, 30, 45, 60, 90, 120];
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** More than this the server refuses for one day. */
export const WINDOWS_MAX = 6;

let made = 0;

/** A key that no other row of this page has. */
export function newKey(): string {
  made += 1;
  return `row-${made}`;
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export function windowDraft(window: StartWindow): WindowDraft {
  return { key: newKey(), first: window.first_start, last: window.last_start, every: window.every_minutes };
}

export function windowBody({ first, last, every }: WindowDraft): StartWindow {
  return { first_start: first, last_start: last, every_minutes: every };
}

/** The window a newly opened day begins with, or the next free stretch after the day's last one. */
export function nextWindow(windows: readonly WindowDraft[]): WindowDraft {
  const ends = windows.filter((one) => TIME.test(one.last)).map((one) => minutesOf(one.last));
  if (ends.length === 0) return { key: newKey(), first: '09:00', last: '17:30', every: 30 };
  const first = Math.min(Math.max(...ends) + 60, 23 * 60);
  return { key: newKey(), first: timeOf(first), last: timeOf(Math.min(first + 120, 23 * 60 + 30)), every: 30 };
}

/** The start times of a window, or none while it is incomplete. */
export function startTimes({ first, last, every }: Omit<WindowDraft, 'key'>): string[] {
  if (!TIME.test(first) || !TIME.test(last)) return [];
  const times: string[] = [];
  for (let minutes = minutesOf(first); minutes <= minutesOf(last); minutes += every) times.push(timeOf(minutes));
  return times;
}

/** The choices of "every N minutes"; a stored step that isn't among them is kept. */
export function everyOptions(stored: number): { value: string; label: string }[] {
  const choices = EVERY_CHOICES.includes(stored) ? EVERY_CHOICES : [...EVERY_CHOICES, stored].sort((a, b) => a - b);
  return choices.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }));
}

/** What is wrong with the windows of one day, by their keys. */
export function windowErrors(windows: readonly WindowDraft[]): Record<string, string> {
  const errors: Record<string, string> = {};
  const sound = windows.filter((window) => {
    if (!TIME.test(window.first) || !TIME.test(window.last)) errors[window.key] = hoursMessages.timeMissing;
    else if (window.last < window.first) errors[window.key] = hoursMessages.lastBeforeFirst;
    return errors[window.key] === undefined;
  });
  const sorted = [...sound].sort((a, b) => a.first.localeCompare(b.first));
  let reached = '';
  for (const window of sorted) {
    if (window.first <= reached) errors[window.key] = hoursMessages.overlap;
    if (window.last > reached) reached = window.last;
  }
  return errors;
}

/** The windows in the order of the day, as they are sent. */
export function windowsBody(windows: readonly WindowDraft[]): StartWindow[] {
  return [...windows].sort((a, b) => a.first.localeCompare(b.first)).map(windowBody);
}
