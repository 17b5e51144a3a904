import { addDays, firstOfMonth } from '../format';
import { ApiError, queryOptions, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useMemo, useState } from 'react';
import type { components } from '../api/schema';
import { coversMonth, FURTHEST_DAYS, monthRange, nextRange, openingRange, type DateRange } from './date-range';

type Availability = components['schemas']['AvailabilityDto'];

/** Where free times come from, and whose they are. */
export interface FreeTimesSource {
  key: readonly string[];
  load: (range: DateRange, signal: AbortSignal) => Promise<Availability>;
  /** Free times that came with the page. */
  inlined?: { range: DateRange; answer: Availability };
}

export interface FreeTimes {
  /** The first day of the month on view. */
  month: string;
  showMonth: (month: string) => void;
  /** Free times of a day; undefined while that day is still being asked for. */
  timesOn: (date: string) => readonly string[] | undefined;
  isFree: (date: string) => boolean;
  min: string;
  max: string;
  loading: boolean;
  failed: boolean;
  /** Why, where the server said it: such as that bookings are paused. */
  refusal: string | undefined;
  /** The month on view is known and has no free time. */
  monthIsFull: boolean;
  /** The day until which nothing at all is free, when even the months ahead were searched in vain. */
  nothingUntil: string | undefined;
  cancellationNoticeHours: number | undefined;
  /** The zone that days and times are of, once it is known. */
  zone: string | undefined;
  /** Asks again for everything on view. */
  reload: () => Promise<void>;
}

const IDLE: FreeTimesSource = { key: [], load: () => Promise.reject(new Error('No service is chosen.')) };

/**
 * Free times by the month on view. The first question spans this month and the next and is answered by the page itself
 * where it can be; further months are asked for when they are looked at. `today` is a day of the therapist's calendar; a day
 * that is chosen already is on view at first, and stays known while other months are.
 */
export function useFreeTimes(source: FreeTimesSource | null, today: string, chosenDate: string | null): FreeTimes {
  const queries = useQueryClient();
  const { key, load, inlined } = source ?? IDLE;
  const [chosenMonth, setChosenMonth] = useState<string | null>(null);

  const ask = (range: DateRange, enabled: boolean) =>
    queryOptions({
      queryKey: ['free-times', ...key, range.from, range.to],
      queryFn: ({ signal }) => load(range, signal),
      enabled: enabled && source !== null,
    });

  const opening = inlined?.range ?? openingRange(today);
  const first = useQuery({
    ...ask(opening, true),
    ...(inlined && { initialData: inlined.answer, initialDataUpdatedAt: performance.timeOrigin }),
  });
  const later = nextRange(opening);
  const second = useQuery(ask(later, first.data !== undefined && firstFree(first.data) === undefined));

  const soonest = firstFree(first.data) ?? firstFree(second.data);
  const ahead = chosenDate !== null && chosenDate > today ? chosenDate : soonest;
  const month = chosenMonth ?? firstOfMonth(ahead ?? today);
  const covered = (date: string) =>
    coversMonth(opening, date, today) || (second.data !== undefined && coversMonth(later, date, today));
  const settled = first.data !== undefined && !second.isFetching;
  const onView = useQuery(ask(monthRange(month), settled && !covered(month)));
  const kept = chosenDate ?? month;
  const chosen = useQuery(ask(monthRange(kept), settled && !covered(kept)));

  const days = useMemo(
    () => timesByDay(first.data, second.data, onView.data, chosen.data),
    [first.data, second.data, onView.data, chosen.data],
  );
  const searchedAll = first.data !== undefined && second.data !== undefined;
  const asked = [first, second, onView, chosen];
  const loading = source !== null && asked.some((query) => query.isLoading);
  const failed = asked.some((query) => query.isError && query.data === undefined);
  const error = asked.find((query) => query.isError)?.error;
  const monthDays = [...days].filter(([date]) => firstOfMonth(date) === month);

  return {
    month,
    showMonth: setChosenMonth,
    timesOn: (date) => days.get(date),
    isFree: (date) => (days.get(date)?.length ?? 0) > 0,
    min: addDays(today, 1),
    max: addDays(today, FURTHEST_DAYS),
    loading,
    failed,
    refusal: error instanceof ApiError && error.status === 422 ? error.detail : undefined,
    monthIsFull: source !== null && !loading && !failed && monthDays.every(([, times]) => times.length === 0),
    nothingUntil: searchedAll && soonest === undefined && !asked.some((query) => query.isLoading) ? later.to : undefined,
    cancellationNoticeHours: first.data?.cancellation_notice_hours,
    zone: first.data?.timezone,
    reload: () => queries.invalidateQueries({ queryKey: ['free-times', ...key] }),
  };
}

function firstFree(answer: Availability | undefined): string | undefined {
  return answer?.days.find((day) => day.times.length > 0)?.date;
}

function timesByDay(...answers: (Availability | undefined)[]): Map<string, readonly string[]> {
  const days = new Map<string, readonly string[]>();
  for (const answer of answers) for (const { date, times } of answer?.days ?? []) days.set(date, times);
  return days;
}
