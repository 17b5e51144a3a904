import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

const FROM = Date.UTC(2020, 0, 1);
const SPAN_SECONDS = 5 * 365 * 24 * 3600;

/**
 * The id of a new person: a UUID v7 whose time says nothing. An account has its person's id, so a true time would tell whoever
 * registers an address whether somebody had booked with it before.
 */
export function newPersonId(): string {
  return v7({ msecs: FROM + randomInt(SPAN_SECONDS) * 1000 + randomInt(1000) });
}
