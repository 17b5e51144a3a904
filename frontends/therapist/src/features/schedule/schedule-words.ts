import { formatDate, formatNumber } from '@attune/shared-ui/format';
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
  return `${time}, ${client_name}, ${service_name}${status === 'completed' ? ', completed' : ''}`;
}

export function blockName({ name }: { name: string | null }): string {
  return name ?? 'Time off';
}

/** A day as it is read out: its name and what is on it. */
export function dayWords({ date, appointments, holidays, working }: ScheduleDay, isToday: boolean): string {
  const open = working.length === 0 ? 'no working hours' : `working ${working.map(({ from, to }) => `${from} to ${to}`).join(' and ')}`;
  return [formatDate(date, 'long'), ...(isToday ? ['today'] : []), countWords(appointments).toLowerCase(), ...holidays, open].join(', ');
}
