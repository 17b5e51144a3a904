import { formatDate, instantInZone, localZone, today } from '@attune/shared-ui/format';

/** 'Tue 24 Nov, 10:00' in the reader's zone, with the year where it is not the current one. */
export function momentLabel(iso: string, zone: string = localZone()): string {
  const { date, time } = instantInZone(iso, zone);
  return `${dayLabel(date, today(zone))}, ${time}`;
}

/** '24 Nov 2026', or 'Never' where there is no date. */
export function dateOrNever(iso: string | null | undefined): string {
  return iso ? formatDate(instantInZone(iso, localZone()).date, 'short') : 'Never';
}

function dayLabel(date: string, currentDay: string): string {
  const thisYear = date.slice(0, 4) === currentDay.slice(0, 4);
  return thisYear ? formatDate(date, 'medium') : `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}`;
}
