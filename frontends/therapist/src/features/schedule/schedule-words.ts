import { formatDate, formatNumber } from '@attune/shared-ui/format';
import { scheduleMessages as messages } from './messages';
import type { DayItem, ScheduleDay } from './schedule-days';

/** '1 appointment', '12 appointments', 'No appointments' */
export function countWords(count: number): string {
  if (count === 0) return 'No appointments';
  return count === 1 ? '1 appointment' : `${formatNumber(count)} appointments`;
}

export function sumOf(days: readonly ScheduleDay[]): number {
  return new Set(days.flatMap(({ items }) => items.flatMap(({ kind, key }) => (kind === 'booking' ? [key] : [])))).size;
}

/** An item as it is read out. */
export function itemWords(item: DayItem): string {
  const time = `${item.start} to ${item.end}`;
  if (item.kind === 'block') return `${time}, ${blockName(item.block)}`;
  const { client_name, service_name, status } = item.booking;
  return [time, client_name, service_name, ...(status === 'completed' ? ['completed'] : []), ...(item.mark === undefined ? [] : [item.mark])].join(', ');
}

export function blockName({ name }: { name: string | null }): string {
  return name ?? 'Time off';
}

/** '09:00 to 12:00 and 13:00 to 18:00' */
export function workingTimes({ working }: Pick<ScheduleDay, 'working'>): string {
  return working.map(({ from, to }) => `${from} to ${to}`).join(' and ');
}

/** What nobody can book around each appointment; undefined where that is nothing. */
export function bufferWords({ before, after }: { before: number; after: number }): string | undefined {
  const parts = [...(before > 0 ? [messages.before(before)] : []), ...(after > 0 ? [messages.after(after)] : [])];
  return parts.length === 0 ? undefined : messages.kept(parts.join(', '));
}

/** A day as it is read out: its name and what is on it. */
export function dayWords(day: ScheduleDay, isToday: boolean): string {
  const { date, appointments, holidays, working } = day;
  const open = working.length === 0 ? 'no working hours' : `working ${workingTimes(day)}`;
  return [formatDate(date, 'long'), ...(isToday ? ['today'] : []), countWords(appointments).toLowerCase(), ...holidays, open].join(', ');
}
