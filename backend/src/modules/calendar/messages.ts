import type { TroubleReason } from './calendar.entity';

export const noSuchCalendar = 'This calendar is not one of the connected account.';
export const notWritable = 'Appointments can only go to a calendar that you may write to.';
export const noConnection = 'No calendar is connected. Please connect Google Calendar first.';
export const notConfigured = 'This installation is not known to Google yet, so no calendar can be connected. Please ask whoever runs it.';
export const tooManyStarts = 'Connecting was begun very often. Please try again in a few minutes.';
export const tooManyChoices = 'The calendars were chosen very often. Please try again in an hour.';
export const tooManyRefreshes = 'The calendar was asked very often. Please try again in a minute.';
export const noSuchAppointment = 'This appointment does not exist.';
export const decidedMeanwhile = 'This was decided or changed meanwhile. Please look at it again.';

/** What is wrong, and what helps, in the therapist's words. */
export const TROUBLE: Record<TroubleReason, string> = {
  revoked: 'Google does not accept the connection any more: the access was taken back or has run out. Please connect again.',
  scope: 'The connection may not read or write events any more. Please connect again, and leave all boxes at Google ticked.',
  failing: 'Google Calendar could not be brought into step several times. We go on trying; connecting again often helps.',
  channel: 'Google does not tell us of changes any more. Please connect again.',
  target_gone: 'The calendar for your appointments was deleted at Google. Please choose another one below.',
  asked_to_wait: 'Google asks us to wait for a moment. We go on by ourselves.',
};

export const GREETING = 'Hello,';
export const TROUBLE_SUBJECT = 'Your Google Calendar is out of step';
export const TROUBLE_MEANWHILE =
  'Until then new appointments do not appear in your Google Calendar, and what you enter there does not block times. What was known before still does, and nothing is lost: as soon as it works again, everything is caught up.';
export const TROUBLE_LINK = 'Open Calendar Settings';
export const ACCESS_SUBJECT = { connected: 'A Google calendar was connected to your account', feed_made: 'A secret calendar address was made in your account' };
export const ACCESS_TEXT = {
  connected: 'A Google calendar was connected to your account. From now on it shows your appointments: their times, and how you chose to call them.',
  feed_made: 'A secret calendar address was made in your account. Whoever has it reads the times of your appointments and the initials of your clients.',
};
export const connectedTo = (account: string): string => `The Google account ${account} was connected to your account. From now on its calendar shows your appointments: their times, and how you chose to call them.`;
export const ACCESS_OWN = 'If that was you, there is nothing to do.';
export const ACCESS_FOREIGN = {
  connected: 'Not you? Disconnect it in your calendar settings at once, and end all other sessions in your security settings. Signing out does not disconnect it.',
  feed_made: 'Not you? Remove the address in your calendar settings at once, and end all other sessions in your security settings. Signing out does not end the address.',
};
export const ACCESS_FOOTER = 'Sent by Attune because your appointments can be read in one more place.';
export const TROUBLE_FOOTER = 'You get this mail once, because you connected Google Calendar to Attune.';
export const consentNotGivenBack = 'Google could not be asked to end the access to the calendar. The therapist ends it in their Google account, under third-party access; nothing here has the access any more.';
