import ICAL from 'ical.js';
import { knownZone } from '../../../common/clock/zones';
import { DAY_MS, MINUTE_MS, ZoneClock } from '../../scheduling/rules/calendar';

/** How a clock on the wall becomes an instant; both in epoch milliseconds, the wall as if it were UTC. */
export interface Zone {
  instantOf(wall: number): number;
}

const HOUR_MS = 60 * MINUTE_MS;
const SECOND_MS = 1_000;

/**
 * A zone by its name, as the database of zones knows it, which also knows what a calendar's own definition left out; else by that definition.
 * @returns undefined for a name that nobody defines
 */
export function zoneOf(id: string, definition?: ICAL.Component): Zone | undefined {
  if (id === 'Z') return zoneOf('UTC');
  const name = knownZone(id);
  if (name !== null) return namedZone(name);
  return definition ? definedZone(new ICAL.Timezone({ component: definition, tzid: id })) : undefined;
}

/** Of a time that comes twice it is the first; one that is skipped is an hour later. */
function namedZone(name: string): Zone {
  const clock = ZoneClock.of(name);
  const of = (wall: number): number | undefined => {
    const day = Math.floor(wall / DAY_MS);
    return clock.instantOf(day, (wall - day * DAY_MS) / MINUTE_MS);
  };
  return { instantOf: (wall) => of(wall) ?? of(wall + HOUR_MS) ?? NaN };
}

function definedZone(zone: ICAL.Timezone): Zone {
  return {
    instantOf: (wall) => {
      const at = new Date(wall);
      const time = new ICAL.Time({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds(), isDate: false }, ICAL.Timezone.localTimezone);
      return wall - zone.utcOffset(time) * SECOND_MS;
    },
  };
}
