import type { FeedTrouble } from './feeds.entity';

/** Sentences people read. */
export const noSuchFeed = 'There is no calendar at this address.';
export const feedReadTooOften = 'This was read too often. Please wait a little.';
export const feedMadeTooOften = 'New addresses were made very often within an hour. Please wait a while.';
export const addressForm = 'Please enter the address of a calendar, beginning with https:// or webcal://.';
export const addressWithName = 'An address with a name or a password in it is not taken. Most calendars have a secret address for this.';
export const addressPort = 'The address names a port. Only addresses without one are taken.';
export const addressNumeric = 'Please enter an address with a name, such as https://calendar.example.com/…, and no number.';
export const ownAddress = 'This is an address of this practice. Please enter that of your other calendar.';
export const askedTooOften = 'You have changed this address very often. Please try again in an hour.';

/** What is wrong with a foreign calendar; nothing here names its address. */
export const FEED_REASONS: Record<FeedTrouble, string> = {
  unreachable: 'No calendar answers at this address on the internet. Please check the address.',
  slow: 'The calendar did not answer within ten seconds. It is tried again by itself.',
  certificate: 'The calendar’s server could not prove who it is. It is tried again by itself.',
  redirects: 'The address leads on to another one that is not safe to read. Please enter the calendar’s own address.',
  refused: 'The calendar may not be read with this address any more. Please copy the address anew.',
  gone: 'There is no calendar at this address any more. Please copy the address anew.',
  answer: 'The calendar’s server answered with an error. It is tried again by itself.',
  too_large: 'The calendar is larger than 2 MB. Please publish a shorter part of it.',
  no_calendar: 'What is there is no calendar. Please copy the address of the calendar in iCal format (.ics).',
  unreadable: 'An event in the calendar cannot be read, so its busy times are not certain.',
  effort: 'The calendar takes too long to read. An event that repeats without an end may be the reason.',
  too_many: 'The calendar has more than 5,000 busy times within a year. Please publish a smaller one.',
};
export const feedNotImported = 'The address of the foreign calendar did not open where it was exported. The therapist gives it again.';
