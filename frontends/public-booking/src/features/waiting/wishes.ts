import { weekdayName } from '@attune/shared-ui/format';
import { waitingMessages as messages } from './messages';
import type { Wish } from './waiting.api';

export const MAX_WISHES = 3;

/** A wish while it is typed: the day as a choice, '' is any. */
export interface TypedWish {
  weekday: string;
  from: string;
  until: string;
}

export const NEW_WISH: TypedWish = { weekday: '', from: '09:00', until: '17:00' };

/** 4 January 1970 was a Sunday. */
export const dayName = (weekday: number): string => weekdayName(`1970-01-${String(4 + weekday).padStart(2, '0')}`, 'long');

/** What is wrong with wishes, if something is. */
export function wishesProblem(wishes: readonly TypedWish[]): string | undefined {
  if (wishes.some(({ from, until }) => from === '' || until === '')) return messages.timesMissing;
  return wishes.some(({ from, until }) => until < from) ? messages.backwards : undefined;
}

export const wishOf = ({ weekday, from, until }: TypedWish): Wish => ({ weekday: weekday === '' ? null : Number(weekday), from, until });

/** 'Tuesday, 09:00 to 12:00' */
export const wishWords = ({ weekday, from, until }: Wish): string => `${weekday === null ? messages.anyDay : dayName(weekday)}, ${from === until ? from : `${from} to ${until}`}`;
