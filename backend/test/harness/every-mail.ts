import { MailOrigin } from '../../src/integrations/mail/mail-origin';
import { OutgoingMail } from '../../src/integrations/mail/mailer';
import { breakGlassMail } from '../../src/modules/admin/break-glass/break-glass-mail';
import { factorMail } from '../../src/modules/auth/second-factor/factor-notices.service';
import { holdCodeMail } from '../../src/modules/bookings/holds/hold-mail';
import { confirmMail, offerMail } from '../../src/modules/bookings/waiting-list/waiting-mail';
import { followUpMail } from '../../src/modules/care-plans/follow-ups/follow-up-mail';
import { accountClosedMail, addressTakenMail, browserTrustedMail, codeMail, objectionMail } from '../../src/modules/clients/sign-in/sign-in-mail';
import { formCodeMail } from '../../src/modules/intake-forms/answers/form-code-mail';
import { renewedMail, requestMail } from '../../src/modules/intake-forms/sending/request-mail';
import { bookingMail } from '../../src/modules/notifications/booking-mail';
import { BookingNotice } from '../../src/modules/notifications/booking-notice.repository';
import { digestMail } from '../../src/modules/notifications/digest/digest-mail';
import { readdressedMail } from '../../src/modules/notifications/readdressed-mail';
import { reminderMail } from '../../src/modules/notifications/reminders/reminder-mail';
import { seriesMail } from '../../src/modules/notifications/series-mail';
import { clientClosureMail, therapistClosureMail } from '../../src/modules/notifications/closure-mail';

export const PUBLIC_URL = 'https://attune.example';
const ORIGIN: MailOrigin = { publicUrl: PUBLIC_URL, sender: { name: 'Attune', address: 'no-reply@attune.example' } };
const ID = '0192f0a0-0000-7000-8000-00000000000a';
const KIM = 'kim@example.org';
const ADA = 'ada@practice.example';
const TOKEN = 'Zx9-12345_6789012abcdefghijklmnopqrstuvwxyz';
const SECRET = { code: '042917', token: TOKEN };
const WRITTEN = new Date('2026-11-21T08:00:00Z');
const TIME = { starts_at: new Date('2026-11-24T15:00:00Z'), ends_at: new Date('2026-11-24T15:50:00Z'), timezone: 'America/New_York', client_timezone: 'Europe/Berlin' };

function notice(name: string, change: Partial<BookingNotice>): BookingNotice {
  return {
    ...{ id: ID, booking_id: ID, client_id: ID, therapist_id: ID, kind: 'booked', actor: 'client', sequence: 0, previous_starts_at: null, created_at: WRITTEN, ...TIME },
    ...{ therapist_name: name, therapist_email: ADA, therapist_timezone: 'America/New_York', client_email: KIM, cancellation_notice_hours: 24 },
    ...{ place_kind: null, place_detail: null, has_word: false, has_strangers_note: false, by_anybody: false, by_booker: false },
    ...change,
  };
}

/** One of each kind of mail to clients, told to be from `name`. */
export function clientMails(name: string): Record<string, OutgoingMail> {
  const booking = (change: Partial<BookingNotice>, forms: string[] = []): OutgoingMail => bookingMail(notice(name, change), 'client', TOKEN, ORIGIN, forms);
  const video = { place_kind: 'video', place_detail: 'https://video.example/room' } as const;
  const request = { ...TIME, id: ID, client_id: ID, reminded_at: null, client_email: KIM, therapist_name: name, token: () => TOKEN } as unknown as Parameters<typeof requestMail>[0];
  const followUp = { id: ID, plan_id: ID, client_id: ID, recipient: 'client', client_email: KIM, therapist_id: ID, therapist_name: name } as const;
  const standing = { ...TIME, client_email: KIM, manageToken: () => TOKEN };
  const closed = { therapist_name: name, upcoming: 3 };
  const reminder = { ...TIME, ...video, id: ID, client_id: ID, client_email: KIM, therapist_name: name, by_anybody: false, cancellation_notice_hours: 24 };
  const told = [0, 7].map((days) => {
    const later = (at: Date): Date => new Date(at.getTime() + days * 86_400_000);
    return { booking_id: ID, sequence: 0, starts_at: later(TIME.starts_at), ends_at: later(TIME.ends_at), previous_starts_at: later(new Date('2026-11-23T14:30:00Z')), therapist_id: ID, therapist_name: name, ...video, manageToken: () => TOKEN };
  });
  const offer = { id: ID, starts_at: TIME.starts_at, created_at: WRITTEN, expires_at: new Date('2026-11-21T10:00:00Z'), answer: null, gone: false };
  const waiting = { id: ID, therapist_name: name, timezone: TIME.timezone, duration_minutes: 50, token: () => TOKEN, details: () => ({ client_email: KIM, client_timezone: TIME.client_timezone }) } as unknown as Parameters<typeof confirmMail>[0];
  return {
    booked: booking({ place_kind: 'in-person', place_detail: '12 Main Street\nSuite 4' }),
    'booked by anybody': booking({ ...video, by_anybody: true }),
    'booked with forms': booking(video, [`${PUBLIC_URL}/forms#one`, `${PUBLIC_URL}/forms#two`]),
    moved: booking({ kind: 'moved', previous_starts_at: new Date('2026-11-23T14:30:00Z') }),
    cancelled: booking({ kind: 'cancelled' }),
    'cancelled by whoever booked': booking({ kind: 'cancelled', by_booker: true }),
    'cancelled by the therapist': booking({ kind: 'cancelled', actor: 'therapist' }),
    readdressed: booking({ kind: 'readdressed' }),
    'readdressed, several': readdressedMail(notice(name, { kind: 'readdressed' }), told, ORIGIN),
    'series booked': seriesMail(notice(name, { ...video, actor: 'therapist' }), told, 'client', ORIGIN, [`${PUBLIC_URL}/forms#one`]),
    'series moved': seriesMail(notice(name, { kind: 'moved', actor: 'therapist', has_word: true }), told, 'client', ORIGIN),
    'series cancelled': seriesMail(notice(name, { kind: 'cancelled', actor: 'therapist', has_word: true }), told, 'client', ORIGIN),
    'waiting list: please confirm': confirmMail(waiting, PUBLIC_URL, undefined),
    'waiting list: a free time': offerMail(waiting, offer, PUBLIC_URL),
    'code of a held time': holdCodeMail({ ...TIME, id: ID, code: '042917', email: KIM, code_sent_at: WRITTEN, therapist_name: name }, PUBLIC_URL),
    'form sent': requestMail(request, 'sent', ID, PUBLIC_URL),
    'forms renewed': renewedMail([request, request], ID, PUBLIC_URL),
    'form reminder': requestMail(request, 'reminder', ID, PUBLIC_URL),
    'code of a form': formCodeMail({ id: ID, code: '042917', client_id: ID, client_email: KIM, therapist_name: name }, PUBLIC_URL),
    'follow-up': followUpMail(followUp, KIM, PUBLIC_URL),
    reminder: reminderMail({ notice: reminder, therapistId: ID, manageToken: TOKEN, choiceToken: `${ID}.${TOKEN}` }, PUBLIC_URL, WRITTEN),
    'practice closed': clientClosureMail({ id: ID, recipientId: ID, writtenAt: WRITTEN }, closed, [standing], PUBLIC_URL),
    'practice closed, several': clientClosureMail({ id: ID, recipientId: ID, writtenAt: WRITTEN }, closed, [standing, standing], PUBLIC_URL),
  };
}

/** One of each kind of mail that is from the product itself. */
export function ownMails(): Record<string, OutgoingMail> {
  const grant = { id: ID, administrator: 'jane', created_at: WRITTEN, expires_at: new Date('2026-11-21T09:00:00Z'), therapist_id: ID, therapist_zone: 'America/New_York' };
  const therapist = (change: Partial<BookingNotice>): OutgoingMail => bookingMail(notice('Ada Nwosu', change), 'therapist', '', ORIGIN);
  const followUp = { id: ID, plan_id: ID, client_id: ID, recipient: 'therapist', client_email: KIM, therapist_id: ID, therapist_name: 'Ada Nwosu' } as const;
  return {
    'sign-in code': codeMail({ id: ID, purpose: 'sign_in', to: KIM }, SECRET, PUBLIC_URL),
    'proof code': codeMail({ id: ID, purpose: 'proof', to: KIM }, SECRET, PUBLIC_URL),
    'code for a new address': codeMail({ id: ID, purpose: 'address_change', to: KIM }, SECRET, PUBLIC_URL),
    'sign-in link': codeMail({ id: ID, purpose: 'sign_in', to: KIM }, { ...SECRET, code: null }, PUBLIC_URL),
    'address taken': addressTakenMail({ id: ID, to: KIM }, PUBLIC_URL),
    'browser trusted': browserTrustedMail({ id: ID, to: KIM }, 'Firefox on Windows (computer)', PUBLIC_URL),
    'client portal closed': accountClosedMail({ id: ID, to: KIM }, PUBLIC_URL),
    'address left': objectionMail({ id: ID, to: KIM }, TOKEN, PUBLIC_URL),
    'to the therapist: booked': therapist({}),
    'to the therapist: moved': therapist({ kind: 'moved', actor: 'therapist', previous_starts_at: new Date('2026-11-23T14:30:00Z'), therapist_timezone: 'Asia/Tokyo' }),
    'to the therapist: series booked': seriesMail(notice('Ada Nwosu', { actor: 'therapist' }), [{ ...TIME, booking_id: ID, sequence: 0, previous_starts_at: null, therapist_id: ID, therapist_name: '', place_kind: null, place_detail: null, manageToken: () => '' }], 'therapist', ORIGIN),
    'to the therapist: cancelled': therapist({ kind: 'cancelled' }),
    'to the therapist: follow-up': followUpMail(followUp, ADA, PUBLIC_URL),
    'morning digest': digestMail(ID, [{ ...TIME, therapist_id: ID }], ADA, PUBLIC_URL),
    'two-step sign-in': factorMail('second_factor_disabled', ADA, ID, PUBLIC_URL),
    'emergency access': breakGlassMail(grant, ADA, PUBLIC_URL),
    'account closed': therapistClosureMail({ id: ID, recipientId: ID, writtenAt: WRITTEN }, { upcoming: 3 }, ADA, PUBLIC_URL),
  };
}
