export type NoticeRecipient = 'client' | 'therapist';
export type BookingEventKind = 'booked' | 'moved' | 'cancelled';

/**
 * What one booking event tells people: time and therapist, nothing else. No service, notes, phone or client name is loaded,
 * so that no mail can hold them. Times are the event's own: a later move or cancellation has its own event.
 */
export interface BookingNotice {
  eventId: string;
  bookingId: string;
  kind: BookingEventKind;
  /** Who did it. */
  actor: 'client' | 'therapist';
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  previousStartsAt: Date | null;
  happenedAt: Date;
  /** IANA zone of the appointment. */
  timezone: string;
  /** IANA zone of the visitor's browser, as it was given; may be nonsense. */
  clientTimezone: string | null;
  therapistName: string;
  therapistEmail: string;
  clientEmail: string;
  /** Hours before the start until which the client may move or cancel. */
  cancellationNoticeHours: number;
}
