import { parseDate, parseTime, weekdayOf } from '../../scheduling/rules/calendar';
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
    const time = times.find((each) => !without.has(`${date} ${each}`) && ofDay.some(({ from, until }) => minute(each) >= minute(from) && minute(each) <= minute(until)));
    if (time !== undefined) return { date, time };
  }
  return undefined;
}

function minute(time: string): number {
  return parseTime(time) ?? 0;
}
