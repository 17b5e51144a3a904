import { parseDate, weekdayOf } from '../../scheduling/rules/calendar';
import type { FreeDay } from '../../scheduling/rules/free-times';

/** When somebody could come, by the clock of the therapist's zone. */
export interface Wish {
  /** 0 is Sunday; null: any day. */
  weekday: number | null;
  /** The first and the last start that suits, 'HH:mm'. */
  from: string;
  until: string;
}

/** The earliest free time that suits one of the wishes. @param without those that were offered before, as `yyyy-MM-dd HH:mm` */
export function firstWished(days: readonly FreeDay[], wishes: readonly Wish[], without: ReadonlySet<string>): { date: string; time: string } | undefined {
  for (const { date, times } of days) {
    const weekday = weekdayOf(parseDate(date) ?? 0);
    const ofDay = wishes.filter((wish) => wish.weekday === null || wish.weekday === weekday);
    const [time] = ofDay.flatMap((wish) => firstWithin(times, wish, (each) => !without.has(`${date} ${each}`)) ?? []).sort();
    if (time !== undefined) return { date, time };
  }
  return undefined;
}

/** Of many times the first that suits, in few looks. 'HH:mm' has the order of time. @param times ascending */
function firstWithin(times: readonly string[], { from, until }: Wish, suits: (time: string) => boolean): string | undefined {
  let [first, end] = [0, times.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((times[middle] as string) < from) first = middle + 1;
    else end = middle;
  }
  for (let index = first; index < times.length && (times[index] as string) <= until; index += 1) {
    if (suits(times[index] as string)) return times[index];
  }
  return undefined;
}
