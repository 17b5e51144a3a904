import type { Problems } from '@attune/shared-ui/forms';
import type { CalendarChoices, CalendarStatus } from './calendar.api';
import { calendarMessages as messages } from './messages';

export type CalendarSource = CalendarStatus['calendars'][number];

/** What is chosen for a connected account, while it is edited. */
export interface ChoicesValues {
  /** Which calendars block times, by id. */
  blocking: Record<string, boolean>;
  /** The id of the one that takes appointments; '' for none. */
  appointments: string;
  titles: CalendarChoices['titles'];
  meet_links: boolean;
}

/** Nothing else than the account's main calendar is at hand. */
export const usesMainOnly = (calendars: readonly CalendarSource[]): boolean => !calendars.some(({ is_primary, gone, blocks }) => !is_primary && (!gone || blocks));

export function valuesOf({ calendars, titles, meet_links }: CalendarStatus): ChoicesValues {
  return {
    blocking: Object.fromEntries(calendars.map(({ id, blocks }) => [id, blocks])),
    appointments: calendars.find(({ takes_appointments }) => takes_appointments)?.id ?? '',
    titles: titles ?? 'initials',
    meet_links: meet_links ?? false,
  };
}

/** @param known a draft may name a calendar of an account that was connected before */
export function bodyOf({ blocking, appointments, titles, meet_links }: ChoicesValues, known: readonly CalendarSource[]): CalendarChoices {
  return {
    blocking: known.filter(({ id }) => blocking[id]).map(({ id }) => id),
    appointments: known.some(({ id }) => id === appointments) ? appointments : null,
    titles,
    meet_links,
  };
}

/** One that is gone can be chosen no more, but a choice that was made is there to be changed. */
export function targetOptions(calendars: readonly CalendarSource[], chosen: string) {
  const offered = calendars.filter(({ id, writable, gone }) => (writable && !gone) || id === chosen);
  return [
    { value: '', label: messages.noneOption },
    ...offered.map(({ id, name, is_primary, gone }) => ({
      value: id,
      label: gone ? `${name} (${messages.gone.toLowerCase()})` : is_primary ? `${name} (${messages.primary.toLowerCase()})` : name,
      disabled: gone,
    })),
  ];
}

export function problemsOf({ appointments }: ChoicesValues, calendars: readonly CalendarSource[]): Problems {
  return calendars.find(({ id }) => id === appointments)?.gone ? { appointments: messages.goneTarget } : {};
}
