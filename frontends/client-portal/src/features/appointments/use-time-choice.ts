import { today } from '@attune/shared-ui/format';
import { type FreeTimesSource, useFreeTimes } from '@attune/shared-ui/free-times';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { ChosenTime } from './appointments.api';
import { appointmentMessages as messages } from './messages';

export const TIME_CHOICE_IDS = { date: 'choice-date', time: 'choice-time' };

/** Day and time for an appointment, out of what is free. */
export function useTimeChoice(source: FreeTimesSource | null, timezone: string) {
  const [choice, setChoice] = useState<{ date: string | null; time: string | null }>({ date: null, time: null });
  const [missing, setMissing] = useState<'date' | 'time' | null>(null);
  const free = useFreeTimes(source, today(timezone), choice.date);
  const { date } = choice;
  // A time that is not free (any more) is not chosen.
  const time = date !== null && choice.time !== null && free.timesOn(date)?.includes(choice.time) ? choice.time : null;

  const choose = (part: Partial<typeof choice>) => {
    setChoice((current) => ({ ...current, ...part }));
    setMissing(null);
  };
  /** What was chosen, or undefined after saying what is missing. */
  const complete = (): ChosenTime | undefined => {
    if (date !== null && time !== null) return { date, time };
    const part = date === null ? 'date' : 'time';
    setMissing(part);
    toast.error(messages.chooseBoth);
    document.getElementById(TIME_CHOICE_IDS[part])?.focus();
    return undefined;
  };
  return { date, time, free, missing, choose, complete };
}
