import { KeyRing } from '../../common/crypto/key-ring';
import { equalInConstantTime } from '../../common/crypto/tokens';
import type { Booking } from './booking.entity';

/** What a link shows: the one that was mailed everything; that of whoever booked without proving the address what they know, with or without the place. */
export type LinkReach = 'all' | 'as-booked' | 'as-booked-without-place';

type Linked = Pick<Booking, 'id' | 'manage_token_hash'>;

const PURPOSE = 'link of whoever booked';
const ID_BYTES = 16;
const PROOF_BYTES = 16;

/** Looks like the mailed one, is stored nowhere, and ends when the mailed one is renewed: it is made of the booking and the digest of that one. */
export function visitorToken(keys: KeyRing, booking: Linked & Pick<Booking, 'place_detail'>): string {
  const id = Buffer.from(booking.id.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, proofOf(keys, booking, booking.place_detail === null ? 'as-booked-without-place' : 'as-booked')]).toString('base64url');
}

/** Which booking a visitor's token says that it is of; undefined for what cannot be one. */
export function bookingOfVisitorToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + PROOF_BYTES) return undefined;
  return bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What the token shows of this booking; undefined where it is none of it. */
export function reachOfVisitorToken(keys: KeyRing, token: string, booking: Linked): LinkReach | undefined {
  const given = Buffer.from(token, 'base64url').subarray(ID_BYTES);
  return (['as-booked', 'as-booked-without-place'] as const).find((reach) => equalInConstantTime(given, proofOf(keys, booking, reach)));
}

function proofOf(keys: KeyRing, { id, manage_token_hash }: Linked, reach: LinkReach): Buffer {
  return keys.digest(PURPOSE, JSON.stringify([id, manage_token_hash.toString('hex'), reach])).subarray(0, PROOF_BYTES);
}
