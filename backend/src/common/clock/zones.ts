import { IANAZone } from 'luxon';

const MOST_REMEMBERED = 1_000;
/** Spellings that were asked for, and what they are called; only while {@link nameZones} was not told of the database's. */
const found = new Set<string>();
/** By the name in small letters: what the database calls it, and whether this process knows it, too. */
let named: Map<string, { name: string; isKnown?: boolean }> | undefined;
/** The same by what this process calls them, of those whose name is another one; made when a name is first asked for that the database does not have. */
let namedElsewhere: Map<string, string> | undefined;

/** From now on zones are those that the database knows, too, under its names: what only one of the two knows, one of the two trips over. */
export function nameZones(names: readonly string[]): void {
  named = new Map(names.map((name) => [name.toLowerCase(), { name }]));
  namedElsewhere = undefined;
}

/** A database without the old names knows Asia/Kolkata alone, a browser says Asia/Calcutta: both resolve to the same. */
function nameElsewhere(zones: ReadonlyMap<string, { name: string }>, zone: string): string | undefined {
  if (!namedElsewhere) {
    namedElsewhere = new Map();
    for (const { name } of zones.values()) {
      const resolved = resolvedName(name)?.toLowerCase();
      if (resolved !== undefined && !zones.has(resolved) && !namedElsewhere.has(resolved)) namedElsewhere.set(resolved, name.toLowerCase());
    }
  }
  const resolved = resolvedName(zone)?.toLowerCase();
  return resolved === undefined ? undefined : (namedElsewhere.get(resolved) ?? resolved);
}

/** What this process calls a zone, whatever else it is called; undefined for none. */
function resolvedName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The name of the zone that somebody wrote, in whatever letters; null when it is not known here. Whoever keeps something for each zone keeps it
 * under this name, of which there are some hundreds. Asking the zone database costs as much as several statements, so it is asked once for each.
 */
export function knownZone(zone: string | null | undefined): string | null {
  if (!zone) return null;
  if (!named) return spelledZone(zone);
  const entry = named.get(zone.toLowerCase()) ?? named.get(nameElsewhere(named, zone) ?? '');
  if (!entry) return null;
  entry.isKnown ??= IANAZone.isValidZone(entry.name);
  return entry.isKnown ? entry.name : null;
}

function spelledZone(zone: string): string | null {
  if (found.has(zone)) return zone;
  if (!IANAZone.isValidZone(zone)) return null;
  // Spellings in other letters are valid too, so the list has an end.
  if (found.size >= MOST_REMEMBERED) found.clear();
  found.add(zone);
  return zone;
}
