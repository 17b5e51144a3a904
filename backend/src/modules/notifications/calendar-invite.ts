import ical, { ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventClass, ICalEventData, ICalEventStatus } from 'ical-generator';
import { oneLine } from '../../integrations/mail/mail-header';
import { CalendarPart, MailAddress } from '../../integrations/mail/mailer';
import { NoticeRecipient } from '../bookings/changes/booking-news.service';
import { BookingNotice } from './booking-notice.repository';
import { CLIENT_SUMMARY, THERAPIST_SUMMARY } from './messages';
import { placeLine, videoLink } from './place-words';

type CalendarFacts = Pick<BookingNotice, 'booking_id' | 'sequence' | 'starts_at' | 'ends_at' | 'therapist_name' | 'place_kind' | 'place_detail'> & Partial<Pick<BookingNotice, 'by_anybody' | 'links_differ'>>;

/**
 * The event as a calendar message (RFC 5545, RFC 5546). All of a booking's messages share its UID and count SEQUENCE up, so that a
 * calendar moves or removes the entry it has. Times are UTC, which needs no zone definition; the reader's calendar shows its own zone.
 */
export function calendarInvite(
  notice: BookingNotice,
  recipient: NoticeRecipient,
  from: MailAddress,
  host: string,
): CalendarPart {
  const cancelled = notice.kind === 'cancelled';
  const calendar = newCalendar(cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST);
  calendar.createEvent({
    ...eventOf(notice, recipient, host),
    stamp: notice.created_at,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: parameterText(recipient === 'client' ? notice.therapist_name : 'Attune'), email: from.address },
    attendees: [
      {
        email: recipient === 'client' ? notice.client_email : notice.therapist_email,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  return { method: cancelled ? 'CANCEL' : 'REQUEST', content: withFinalBreak(calendar.toString()) };
}

/** Several appointments in one message. It says how they are and asks nothing: an invitation has one event. */
export function calendarOf(
  notice: BookingNotice,
  appointments: readonly Pick<BookingNotice, 'booking_id' | 'sequence' | 'starts_at' | 'ends_at' | 'therapist_name' | 'place_kind' | 'place_detail'>[],
  recipient: NoticeRecipient,
  from: MailAddress,
  host: string,
): CalendarPart {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH);
  for (const { booking_id, sequence, starts_at, ends_at, therapist_name, place_kind, place_detail } of appointments) {
    calendar.createEvent({
      ...eventOf({ ...notice, links_differ: false, booking_id, sequence, starts_at, ends_at, therapist_name, place_kind, place_detail }, recipient, host),
      stamp: notice.created_at,
      status: notice.kind === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: parameterText(recipient === 'client' ? therapist_name : 'Attune'), email: from.address },
    });
  }
  return { method: 'PUBLISH', content: withFinalBreak(calendar.toString()) };
}

/** The same event as a file that its client puts into a calendar. It invites nobody. */
export function calendarFile(appointment: CalendarFacts, stamp: Date, host: string): string {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH);
  calendar.createEvent({ ...eventOf(appointment, 'client', host), stamp, status: ICalEventStatus.CONFIRMED });
  return withFinalBreak(calendar.toString());
}

function newCalendar(method: ICalCalendarMethod): ICalCalendar {
  return ical({ prodId: { company: 'Attune', product: 'Appointments', language: 'EN' }, method });
}

function eventOf(appointment: CalendarFacts, reader: NoticeRecipient, host: string): ICalEventData {
  const place = placeLine(appointment, reader);
  const link = videoLink(appointment, reader);
  return {
    id: `${appointment.booking_id}@${host}`,
    sequence: appointment.sequence,
    start: appointment.starts_at,
    end: appointment.ends_at,
    summary: reader === 'client' ? CLIENT_SUMMARY(oneLine(appointment.therapist_name)) : THERAPIST_SUMMARY,
    class: ICalEventClass.PRIVATE,
    ...(place === '' ? {} : { location: place }),
    ...(link === undefined ? {} : { url: link }),
  };
}

/** A quoted parameter has no way to write a double quote. */
function parameterText(text: string): string {
  return oneLine(text).replaceAll('"', "'").replaceAll('\\', '/') || 'Attune';
}

function withFinalBreak(content: string): string {
  return content.endsWith('\r\n') ? content : `${content}\r\n`;
}
