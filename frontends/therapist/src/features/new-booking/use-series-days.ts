import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { newBookingMessages as messages } from './messages';
import { type SeriesDay, type SeriesRequest, seriesQuery } from './new-booking.api';

/** The days of a series, and which of them are wanted: those that are free, unless they are left out or meant all the same. */
export interface SeriesDays {
  days: readonly SeriesDay[] | undefined;
  isLoading: boolean;
  /** Why they could not be read. */
  failure: string | undefined;
  /** 'yyyy-MM-dd', ascending. */
  chosen: string[];
  /** Those of them that clients could not book. */
  meant: string[];
  toggle: (date: string) => void;
  /** Also those that clients could not book; undefined where there are no others. */
  chooseAll: (() => void) | undefined;
}

/** @param request undefined while something is missing */
export function useSeriesDays(request: SeriesRequest | undefined): SeriesDays {
  const query = useQuery({ ...seriesQuery(request), enabled: request !== undefined });
  const key = JSON.stringify(request);
  const [flipped, setFlipped] = useState<{ key: string; dates: readonly string[] }>({ key, dates: [] });
  // What was ticked by hand is of these days alone.
  const byHand = flipped.key === key ? flipped.dates : [];
  const days = request === undefined ? undefined : query.data;
  const wanted = (days ?? []).filter(({ date, obstacle }) => (obstacle === null) !== byHand.includes(date));
  const soft = (days ?? []).flatMap(({ date, obstacle }) => (obstacle === 'not-bookable' ? [date] : []));
  return {
    days,
    isLoading: request !== undefined && query.isPending,
    failure: request !== undefined && query.isError ? refusalText(query.error, messages.seriesFailed) : undefined,
    chosen: wanted.map(({ date }) => date),
    meant: wanted.flatMap(({ date, obstacle }) => (obstacle === null ? [] : [date])),
    toggle: (date) => setFlipped({ key, dates: byHand.includes(date) ? byHand.filter((one) => one !== date) : [...byHand, date] }),
    chooseAll: soft.some((date) => !byHand.includes(date)) ? () => setFlipped({ key, dates: soft }) : undefined,
  };
}
