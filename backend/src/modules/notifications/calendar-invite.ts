import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator';
import { oneLine } from '../../integrations/mail/mail-header';
import { CalendarPart, MailAddress } from '../../integrations/mail/mailer';
import { NoticeRecipient } from '../bookings/changes/booking-changes.service';
import { BookingNotice } from './booking-notice.repository';
import { CLIENT_SUMMARY, THERAPIST_SUMMARY } from './messages';

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
  const calendar = ical({
    prodId: { company: 'Attune', product: 'Appointments', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: `${notice.booking_id}@${host}`,
    sequence: notice.sequence,
    stamp: notice.created_at,
    start: notice.starts_at,
    end: notice.ends_at,
    summary: recipient === 'client' ? CLIENT_SUMMARY(oneLine(notice.therapist_name)) : THERAPIST_SUMMARY,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
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

/** A quoted parameter has no way to write a double quote. */
function parameterText(text: string): string {
  return oneLine(text).replaceAll('"', "'").replaceAll('\\', '/') || 'Attune';
}

function withFinalBreak(content: string): string {
  return content.endsWith('\r\n') ? content : `${content}\r\n`;
}
