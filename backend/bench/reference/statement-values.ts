import { createHash, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { ColumnCipher, ColumnPlace } from '../../src/common/crypto/column-cipher';
import type { KeyRing } from '../../src/common/crypto/key-ring';
import { Facts } from './facts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const WAVE_MS = 600_000;
/** The bench's `BOOKING_WAVE_LIMIT`. */
const NO_LIMIT = 1_000_000_000;
const ROWS_OF_A_PAGE = 50;

const LOOPBACK = '127.0.0.1';
const LOOPBACK_NETWORK = '127.0.0.0/24';

/** The ids of persons say no true time. */
const PERSONS_FROM = Date.UTC(2020, 0, 1);
const PERSONS_SPAN_SECONDS = 5 * 365 * 24 * 3_600;

/** What columns are encrypted with, and digests are made with. */
export interface Secrets {
  cipher: ColumnCipher;
  keys: KeyRing;
}

type ValuesOf = (facts: Facts, secrets: Secrets) => unknown[];

/** The values of every statement that the measured requests run, by the statement's name. */
export const STATEMENT_VALUES: Record<string, ValuesOf> = {
  begin: () => [],
  commit: () => [],
  'session-find-live': ({ sessionToken, now }, { keys }) => [keys.digest('session-token', sessionToken), 'user', now, false],
  'public-therapist-by-id': ({ therapistId }) => [therapistId],
  'public-offerings-by-id': ({ therapistId }) => [therapistId],
  'availability-facts': ({ therapistId, serviceId, range, now, blocksVersion }) => [therapistId, serviceId, range.startsAt, range.endsAt, null, now, [], blocksVersion],
  'profile-find': ({ therapistId }) => [therapistId],
  'booking-list-upcoming': ({ therapistId, now }) => [therapistId, now, ROWS_OF_A_PAGE + 1],
  'booking-overview': ({ therapistId, now }) => [therapistId, now],
  'booking-list-day': ({ therapistId, day, now }) => [therapistId, day, now],
  'bookable-service': ({ booking }) => [booking.service_id, false, []],
  'limit-lock': ({ address }, { keys }) => [keys.digest('limits', `booking-address ${address}`).readBigInt64BE(0).toString()],
  'limit-hits': ({ address, now }, { keys }) => {
    const since = new Date(now.getTime() - HOUR_MS);
    return [['booking-address', 'booking-refused', 'booking-network'], Array<Buffer>(3).fill(keys.digest('limits', address)), Array<Date>(3).fill(since)];
  },
  'booking-lock': ({ service }) => [service.therapist_id],
  'busy-around': ({ service, slot, now }) => [
    service.therapist_id,
    [],
    new Date(slot.startsAt.getTime() - DAY_MS),
    new Date(slot.endsAt.getTime() + DAY_MS),
    now,
  ],
  'booking-standing': ({ service, booking, now }) => [service.therapist_id, booking.client_email, now, new Date(now.getTime() - WAVE_MS), null, NO_LIMIT + 1],
  'client-of-address': clientOfAddress,
  'outbox-insert': outboxInsert,
  'activity-insert': activityInsert,
  'activity-recurrence-count': recurrenceKey,
  'activity-recurrence-known': (facts, secrets) => recurrenceKey(facts, secrets).slice(0, 2),
  'activity-recurrence-note': recurrenceNote,
  'calendar-appointment-ask': ({ bookingId, service, now }, { keys }) => [bookingId, service.therapist_id, keys.digest('calendar-event', bookingId).toString('hex'), now],
  'limit-hit': ({ address, now }, { keys }) => [['booking-address', 'booking-network'], [keys.digest('limits', address), keys.digest('limits', address)], now],
};

/** The row of every insert whose columns come from the product's entity, by the insert's name. */
export const INSERTED_ROWS: Record<string, (facts: Facts, secrets: Secrets) => Record<string, unknown>> = {
  'booking-insert': bookingRow,
  'booking-event-insert': ({ eventId, bookingId, slot, now }) => {
    const booked = { kind: 'booked', actor: 'client', by_booker: false, sequence: 0, starts_at: slot.startsAt, ends_at: slot.endsAt };
    return { ...booked, id: eventId, booking_id: bookingId, created_at: now };
  },
};

/** Where a client's words and the therapist's lie, and whose they are. */
export function notesPlace(column: 'notes' | 'word', { id, therapist_id, client_id }: { id: string; therapist_id: string; client_id: string }): ColumnPlace {
  return { table: 'bookings', column, rowId: id, owner: JSON.stringify([therapist_id, client_id]) };
}

function bookingRow({ booking, service, slot, bookingId: id, person, manageToken, now }: Facts, { cipher, keys }: Secrets): Record<string, unknown> {
  const { therapist_id } = service;
  const client_id = person.id;
  const manage_token_hash = createHash('sha256').update(manageToken).digest();
  const linkPlace = { table: 'bookings', column: 'manage_token', rowId: id, owner: JSON.stringify([therapist_id, client_id, `\\x${manage_token_hash.toString('hex')}`]) };
  return {
    ...booking,
    ...service,
    id,
    client_id,
    by_stranger: true,
    by_visitor: true,
    called_as_typed: false,
    phone_as_typed: false,
    booked_by_stranger: true,
    place_kind: service.online_place,
    place_detail: service.video_link,
    status: 'confirmed',
    sequence: 0,
    starts_at: slot.startsAt,
    ends_at: slot.endsAt,
    local_date: booking.appointment_date,
    local_time: booking.appointment_time,
    notes: booking.notes && cipher.encrypt(booking.notes, notesPlace('notes', { id, therapist_id, client_id })),
    manage_token_hash,
    manage_token: cipher.encrypt(manageToken, linkPlace),
    created_at: now,
    mark: keys.mark('bookings', [id, therapist_id, client_id, 'true']),
  };
}

/** A person nobody knew before, with their address. */
function clientOfAddress({ booking, service, now }: Facts, { keys }: Secrets): unknown[] {
  const id = v7({ msecs: PERSONS_FROM + randomInt(PERSONS_SPAN_SECONDS) * 1_000 + randomInt(1_000) });
  const addressHash = keys.digest('person-address', booking.client_email);
  const mark = keys.mark('person_addresses', [id, addressHash.toString('hex'), now]);
  return [id, booking.client_email, booking.client_name, service.therapist_id, addressHash, now, mark, false];
}

/** A booking, or a look at the list of bookings. */
function activityInsert(facts: Facts, { keys }: Secrets): unknown[] {
  const { bookingId, person, therapistId, sessionId, clientIds, address, now } = facts;
  const [action, actorType, actorId, session, subjectType, subjectId, from, clients] = clientIds
    ? (['read_bookings', 'therapist', therapistId, sessionId, 'therapist', therapistId, LOOPBACK, clientIds] as const)
    : (['book_session', 'visitor', null, null, 'booking', bookingId, address, [person.id]] as const);
  const id = v7();
  const addressHash = keys.digest('activity-address', from);
  // Details are marked as a list of pairs.
  const marked = [id, String(now.getTime() * 1_000), action, actorType, actorId, session, subjectType, subjectId, `{${clients.join(',')}}`, addressHash.toString('hex'), '[]'];
  return [id, now, action, actorType, actorId, session, subjectType, subjectId, addressHash, '{}', clients, keys.mark('activity_log', marked)];
}

/** Which look at the list this is: the quarter of an hour, a digest of who did what from where, and a mark over whose records were on it. */
function recurrenceKey({ therapistId, clientIds = [], now }: Facts, { keys }: Secrets): [Date, Buffer, Buffer] {
  const quarter = new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS);
  const key = keys.digest('activity-recurrence', JSON.stringify(['therapist', therapistId, LOOPBACK_NETWORK, 'read_bookings', 'therapist', therapistId]));
  return [quarter, key, recurrenceMark('last', quarter, key, clientIds, keys)];
}

function recurrenceNote(facts: Facts, secrets: Secrets): unknown[] {
  const { therapistId, clientIds = [] } = facts;
  const [quarter, key, clientsHash] = recurrenceKey(facts, secrets);
  const mark = recurrenceMark('known', quarter, key, clientIds, secrets.keys);
  return [quarter, key, 'read_bookings', 'therapist', therapistId, 'therapist', therapistId, clientsHash, clientIds, mark];
}

function recurrenceMark(what: 'last' | 'known', quarter: Date, key: Buffer, clientIds: readonly string[], keys: KeyRing): Buffer {
  return keys.mark('activity_recurrences', [what, quarter, key.toString('hex'), ...clientIds]);
}

function outboxInsert({ eventId, mailsPerStatement }: Facts): unknown[] {
  const recipients = ['client', 'therapist'].slice(0, mailsPerStatement);
  return [
    recipients.map(() => v7()),
    'mail',
    'send-booking-mail',
    recipients.map((recipient) => JSON.stringify({ booking_event_id: eventId, recipient })),
    0,
  ];
}
