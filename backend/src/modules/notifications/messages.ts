import { subjectWith } from '../../integrations/mail/mail-name';
import type { PlaceKind } from '../bookings/booking.entity';
import type { NoticeRecipient } from '../bookings/changes/booking-news.service';
import { BookingNotice } from './booking-notice.repository';

type Kind = BookingNotice['kind'];
/** A client's address is none of the therapist's mails. */
export type TherapistKind = Exclude<Kind, 'readdressed'>;
type Actor = BookingNotice['actor'];

/** Subjects name the time and the practice, never the service: a subject is read over a shoulder, on a lock screen. */
export function clientSubject(kind: Kind, time: string, therapist: string): string {
  const appointment = subjectWith('Your appointment', 'with', therapist);
  switch (kind) {
    case 'moved':
      return `${appointment} has moved to ${time}`;
    case 'cancelled':
      return `${appointment} on ${time} is cancelled`;
    default:
      return `${appointment} on ${time}`;
  }
}

export const THERAPIST_SUBJECT: Record<TherapistKind, (time: string) => string> = {
  booked: (time) => `New appointment on ${time}`,
  moved: (time) => `An appointment has moved to ${time}`,
  cancelled: (time) => `The appointment on ${time} is cancelled`,
};

/** The sentence is split around the therapist's name, which is set apart in both renderings. */
export interface AroundName {
  before: string;
  after: string;
}

const READDRESSED: AroundName = {
  before: 'Here is a new link to your appointment with ',
  after: ', which stands as it is. Links of earlier mails no longer work; this one does.',
};

export const CLIENT_OPENING: Record<Kind, Record<Actor, AroundName>> = {
  booked: {
    client: { before: 'Your appointment with ', after: ' is booked.' },
    therapist: { before: '', after: ' has booked an appointment for you.' },
  },
  moved: {
    client: { before: 'You moved your appointment with ', after: '. It now takes place:' },
    therapist: { before: '', after: ' has moved your appointment. It now takes place:' },
  },
  cancelled: {
    client: { before: 'You cancelled your appointment with ', after: '.' },
    therapist: { before: '', after: ' has cancelled your appointment.' },
  },
  readdressed: {
    client: READDRESSED,
    therapist: READDRESSED,
  },
};

export const WORD_BEHIND = 'There is a word for you about it: it stands behind the link.';

export const NOTE_LEFT = 'Whoever booked it left a note for your therapist with it.';

export const THERAPIST_OPENING: Record<TherapistKind, Record<Actor, string>> = {
  booked: { client: 'A client has booked an appointment with you.', therapist: 'You booked an appointment.' },
  moved: {
    client: 'A client has moved an appointment with you. It now takes place:',
    therapist: 'You moved an appointment. It now takes place:',
  },
  cancelled: { client: 'A client has cancelled an appointment with you.', therapist: 'You cancelled an appointment.' },
};

/** Of several appointments at once. */
export const seriesSubject = (kind: TherapistKind, count: number, therapist: string): string => {
  const appointments = subjectWith(`Your ${count} appointments`, 'with', therapist);
  return kind === 'booked' ? appointments : `${appointments} ${kind === 'moved' ? 'have moved' : 'are cancelled'}`;
};
export const SERIES_OPENING: Record<TherapistKind, (count: number) => string> = {
  booked: (count) => ` has booked ${count} appointments for you.`,
  moved: (count) => ` has moved ${count} of your appointments.`,
  cancelled: (count) => ` has cancelled ${count} of your appointments.`,
};
export const SERIES_SUBJECT_OF_THERAPIST: Record<TherapistKind, (count: number) => string> = {
  booked: (count) => `${count} new appointments`,
  moved: (count) => `${count} appointments have moved`,
  cancelled: (count) => `${count} appointments are cancelled`,
};
export const SERIES_OF_THERAPIST: Record<TherapistKind, (count: number) => string> = {
  booked: (count) => `You booked ${count} appointments.`,
  moved: (count) => `You moved ${count} appointments. They now take place:`,
  cancelled: (count) => `You cancelled ${count} appointments. Their times are free again.`,
};
/** Whose address changed. */
export const readdressedSubject = (count: number): string => `New links to your ${count} appointments`;
export const SEVERAL_READDRESSED = (count: number): string => `Here are new links to your ${count} appointments, which stand as they are. Links of earlier mails no longer work; these do.`;
export const moreReaddressed = (count: number): string => `There ${count === 1 ? 'is one more' : `are ${count} more`}. Sign in with this address to see all of them.`;
export const ALL_READDRESSED = 'See all your appointments';
export const SERIES_LINKS = 'Each link opens one appointment, to see, move or cancel it:';
export const CLOCK_OF = 'Times in';

/** How people meet, as each side reads it. */
export const PLACES: Record<PlaceKind, Record<NoticeRecipient, string>> = {
  'in-person': { client: 'In person', therapist: 'In person' },
  video: { client: 'By video', therapist: 'By video' },
  'therapist-calls': { client: 'By telephone: your therapist calls you', therapist: 'By telephone: you call your client' },
  'client-calls': { client: 'By telephone: call your therapist', therapist: 'By telephone: your client calls you' },
};

/** While the therapist has not said where. */
export const PLACE_OPEN: Record<Exclude<PlaceKind, 'therapist-calls'>, string> = {
  'in-person': 'The address follows from your therapist',
  video: 'The link follows from your therapist',
  'client-calls': 'The number follows from your therapist',
};

/** Instead of an address. */
export const ADDRESS_BEHIND = 'you find the address on the page of this appointment';
/** Instead of a link. */
export const LINK_BEHIND = 'you open the session from the page of this appointment';

export const GREETING = 'Hello,';
export const WHERE = 'Where';
export const VIDEO_LINK = 'Open the video session';
/** For a therapist who has changed zone since. */
export const AS_BOOKED = 'In the zone it was booked in';
export const WAS = 'Was';
export const FREE_AGAIN = 'The time is free again.';

export const MANAGE_LINK: Record<Kind, string> = {
  booked: 'See, move or cancel this appointment',
  moved: 'See, move or cancel this appointment',
  cancelled: 'See this appointment',
  readdressed: 'See, move or cancel this appointment',
};
export const ONE_FORM = 'Before the appointment, please fill in a form. It needs no account, and every answer is saved as you give it.';
export const severalForms = (count: number): string => `Before the appointment, please fill in ${count} forms. They need no account, and every answer is saved as you give it.`;
export const FORM_LINK = 'Open the form';
const KEEP_MAILS = 'Please call your therapist, and pass no mail about your appointments on: whoever has its link can change them.';
/** What somebody does who did not do it. */
export const CLIENT_NOT_YOU: Partial<Record<Kind, Partial<Record<Actor, string>>>> = {
  booked: {
    client: 'Somebody gave this address for the appointment. Open it above and cancel it: the therapist is told, and nothing else is left to do.',
    therapist: 'Your address was given by mistake if you do not know this therapist. Open the appointment above and cancel it.',
  },
  moved: { client: KEEP_MAILS },
  cancelled: { client: KEEP_MAILS },
};
/** Of what the link of whoever booked did: they need not be the client. */
export const BY_BOOKER: Partial<Record<Kind, { opening: AroundName; notYou: string }>> = {
  moved: {
    opening: { before: 'Your appointment with ', after: ' was moved by the link of whoever booked it. It now takes place:' },
    notYou: 'Somebody else booked it with your address. Open it above: you can say so there, and end their link, or cancel the appointment.',
  },
  cancelled: {
    opening: { before: 'Your appointment with ', after: ' was cancelled by the link of whoever booked it.' },
    notYou: 'Somebody else booked it with your address, and nothing is left to do.',
  },
};
export const THERAPIST_NOT_YOU = 'Sign in, end the sessions in your account that you do not know, and change the password of your Google account.';
export const DASHBOARD_LINK = 'See it on your dashboard';
export const FOOTER = 'Sent by Attune because this address was given for an appointment.';
export const THERAPIST_FOOTER = 'Sent by Attune. Who it is with is on your dashboard; mail holds time and place only.';

/** Follows the notice policy, unless there is none after it. */
export const AFTER_NOTICE = 'After that, please call your therapist.';

export const CLIENT_SUMMARY = (therapist: string): string => `Appointment with ${therapist}`;
export const THERAPIST_SUMMARY = 'Client appointment';

export const NO_APPOINTMENT = 'This booking does not exist.';
export const CANCELLED_EVENT = 'This appointment is cancelled, so there is nothing to put into a calendar.';
/** For the people who run the installation. */
export const FOREIGN_ADDRESS = 'The client’s address was changed in the database by somebody else than Attune, so nothing was sent there.';

/** When a therapist's account is closed. */
export const closedClientSubject = (therapist: string): string => subjectWith('About your coming appointments', 'with', therapist);
export const CLOSED_TO_CLIENT_ONE = ' takes no more bookings through Attune. Your appointment stays as it is:';
export const CLOSED_TO_CLIENT = ' takes no more bookings through Attune. Your appointments stay as they are:';
export const STANDING_LINK = 'See or cancel this appointment';
export const CLOSED_ASK = 'They cannot be moved online any more. If you are not sure whether they take place, please ask your therapist.';
export const CLOSED_THERAPIST_SUBJECT = 'Your Attune account is closed';
export const CLOSED_TO_THERAPIST =
  'An administrator of this Attune installation has closed your account. You cannot sign in any more, and your public page and booking are closed.';
export const closedUpcoming = (count: number): string => {
  if (count === 0) return 'You have no appointments to come.';
  return `${count === 1 ? 'One appointment that is' : `${count} appointments that are`} to come ${count === 1 ? 'stays' : 'stay'} booked. The clients are told by mail.`;
};
export const CLOSED_ASKS = 'Not expected?';
export const CLOSED_QUESTIONS = 'Please ask whoever runs this installation why; the account can be opened again, with everything in it.';
export const CLOSED_FOOTER = 'Sent by Attune because your account was closed. This mail cannot be turned off.';
