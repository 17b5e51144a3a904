import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { ColumnCipher } from '../../src/common/crypto/column-cipher';
import type { KeyRing } from '../../src/common/crypto/key-ring';
import { Facts } from './facts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const WAVE_MS = 600_000;
const LARGEST_PAGE = 500;

const LOOPBACK = '127.0.0.1';

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
  'availability-facts': ({ therapistId, serviceId, range, now }) => [therapistId, serviceId, range.startsAt, range.endsAt, null, now, null],
  'profile-find': ({ therapistId }) => [therapistId],
  'image-bytes': ({ profile }) => [profile.image_hash],
  'offering-list': ({ therapistId }) => [therapistId, null, null, LARGEST_PAGE + 1],
  'booking-list': ({ therapistId }) => [therapistId, LARGEST_PAGE + 1],
  'working-hours-find': ({ therapistId }) => [therapistId],
  'booking-summary': ({ therapistId, week }) => [therapistId, week.today, week.weekStart],
  'bookable-service': ({ booking }) => [booking.service_id, false, null],
  'limit-lock': ({ address }) => [sha256(`booking-address ${address}`).readBigInt64BE(0).toString()],
  'booking-lock': ({ service }) => [service.therapist_id],
  'busy-around': ({ service, slot, now }) => [
    service.therapist_id,
    null,
    new Date(slot.startsAt.getTime() - DAY_MS),
    new Date(slot.endsAt.getTime() + DAY_MS),
    now,
  ],
  'limit-count': ({ address, now }) => ['booking-address', sha256(address), new Date(now.getTime() - HOUR_MS)],
  'booking-standing': ({ service, booking, now }) => [service.therapist_id, booking.client_email, now, new Date(now.getTime() - WAVE_MS), null],
  'client-of-address': ({ booking, service }) => [v7(), booking.client_email, booking.client_name, service.therapist_id],
  'outbox-insert': outboxInsert,
  'activity-insert': activityInsert,
  'activity-recurrence-count': ({ therapistId, clientIds, now }) => [quarterOf(now), sha256(therapistId), sha256(JSON.stringify(clientIds))],
  'activity-recurrence-note': (facts) => [...activityInsert(facts), quarterOf(facts.now), sha256(facts.therapistId), sha256(JSON.stringify(facts.clientIds))],
  'limit-hit': ({ address, now }) => ['booking-address', sha256(address), now],
};

/** The row of every insert whose columns come from the product's entity, by the insert's name. */
export const INSERTED_ROWS: Record<string, (facts: Facts, secrets: Secrets) => Record<string, unknown>> = {
  'booking-insert': bookingRow,
  'booking-event-insert': ({ eventId, bookingId, slot, now }) => {
    const booked = { kind: 'booked', actor: 'client', sequence: 0, starts_at: slot.startsAt, ends_at: slot.endsAt };
    return { ...booked, id: eventId, booking_id: bookingId, created_at: now };
  },
};

function bookingRow({ booking, service, slot, bookingId, person, manageToken, now }: Facts, { cipher }: Secrets): Record<string, unknown> {
  const place = { table: 'bookings', rowId: bookingId };
  return {
    ...booking,
    ...service,
    id: bookingId,
    client_id: person.id,
    by_stranger: true,
    place_kind: service.online_place,
    place_detail: service.video_link,
    status: 'confirmed',
    sequence: 0,
    starts_at: slot.startsAt,
    ends_at: slot.endsAt,
    local_date: booking.appointment_date,
    local_time: booking.appointment_time,
    notes: booking.notes && cipher.encrypt(booking.notes, { ...place, column: 'notes' }),
    manage_token_hash: sha256(manageToken),
    manage_token: cipher.encrypt(manageToken, { ...place, column: 'manage_token' }),
    created_at: now,
  };
}

/** A booking, or a look at the list of bookings. */
function activityInsert({ bookingId, person, therapistId, clientIds, address, now }: Facts): unknown[] {
  return clientIds
    ? [v7(), now, 'read_bookings', 'therapist', therapistId, null, 'therapist', therapistId, sha256(LOOPBACK), '{}', clientIds]
    : [v7(), now, 'book_session', 'visitor', null, null, 'booking', bookingId, sha256(address), '{}', [person.id]];
}

function quarterOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS);
}

function outboxInsert({ eventId, mailsPerStatement }: Facts): unknown[] {
  const recipients = ['client', 'therapist'].slice(0, mailsPerStatement);
  return [
    recipients.map(() => v7()),
    recipients.map(() => 'mail'),
    recipients.map(() => 'send-booking-mail'),
    recipients.map((recipient) => JSON.stringify({ booking_event_id: eventId, recipient })),
  ];
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
