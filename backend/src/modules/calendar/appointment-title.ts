import type { EventTitles } from './calendar.entity';
import { normalized } from '../../common/search/normalized';

const APPOINTMENT = 'Appointment';
const MOST_INITIALS = 3;

/** 'Appointment A. B.': the first letters of the first three words of a name. */
export function titleOf(name: string, titles: EventTitles): string {
  if (titles === 'plain') return APPOINTMENT;
  const letters = normalized(name, 'NFC').split(/[\s\-‐-―]+/u).flatMap((word) => word.match(/\p{L}\p{M}*/u) ?? []);
  return [APPOINTMENT, ...letters.slice(0, MOST_INITIALS).map((letter) => `${letter.toLocaleUpperCase('en')}.`)].join(' ');
}
