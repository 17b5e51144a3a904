import { IANAZone } from 'luxon';

const REGION_AND_CITY = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)?$/;

/** Whether the text names a zone of the IANA database, as region and city or UTC (no bare offsets, no abbreviations). */
export function isTimezone(text: string): boolean {
  return (text === 'UTC' || REGION_AND_CITY.test(text)) && IANAZone.isValidZone(text);
}
