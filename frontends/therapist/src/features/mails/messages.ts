import type { BookingMail } from './mails.api';

/** Texts of the mails about an appointment. */
export const mailMessages = {
  title: 'Mails about this appointment',
  allSent: 'Mails sent',
  onTheWay: 'Mail on its way',
  someFailed: 'A mail failed',
  loadFailed: 'Mails could not be loaded',
  nothingChanged: 'Nothing has been changed.',
  kinds: {
    booked: 'Confirmation',
    moved: 'Changed time',
    cancelled: 'Cancellation',
    readdressed: 'Confirmation to the new address',
    reminder: 'Reminder',
  } satisfies Record<BookingMail['kind'], string>,
  recipients: { client: 'to your client', therapist: 'to you' } satisfies Record<BookingMail['recipient'], string>,
  states: { queued: 'on its way', sent: 'sent', failed: 'failed' } satisfies Record<BookingMail['state'], string>,
  tryingAgain: (reason: string) => `The last try failed, the next one comes by itself: ${reason}`,
  again: 'Send again',
  againDone: 'The mail is sent again',
  againFailed: 'The mail could not be sent again',
  kept: 'Mails are listed for a week, failed ones until an administrator has looked at them.',
} as const;
