import { IANAZone } from 'luxon';

const REMEMBERED_ZONES = 1_000;
const known = new Set<string>();

/**
 * The zone that a visitor's browser reports, or null when we do not know it; then the mail names the therapist's only.
 * Asking the zone database costs as much as several statements, so zones that were found are remembered.
 */
export function knownZone(zone: string | undefined): string | null {
  if (!zone) return null;
  if (known.has(zone)) return zone;
  if (!IANAZone.isValidZone(zone)) return null;
  // Spellings in other letter cases are valid too, so the list has an end.
  if (known.size >= REMEMBERED_ZONES) known.clear();
  known.add(zone);
  return zone;
}
