import type { ConsentStatus } from './consent-state';
import type { Party } from './consent-texts';
import type { ConsentAnswer, ConsentWay } from './consent.entity';

/** Sentences for people. */
export const noSuchConsent = 'There is no such consent.';
export const noSuchClient = 'There is no such client.';
export const notYou = 'A consent is asked for in your own name only.';
export const noMeetingLink = 'This is no link to a meeting. Use one of Google Meet (https://meet.google.com/abc-defg-hij) or Zoom (https://zoom.us/j/…).';
/** Tells nothing of whose it is. */
export const noRoomOfTheirs = 'No notetaker of yours can be sent into this meeting. Use the link of a meeting that you opened yourself and that nobody else uses for sessions, or record on this device.';
export const consentOver = 'This consent was asked for more than a day ago. Please ask for it again.';
export const consentWithdrawn = 'This consent was withdrawn. Please ask for it again.';
export const consentChanged = 'This consent was changed by somebody else than Attune, so it does not count. Please ask for it again; saying no is always possible.';
export const leftWithAddress = 'This was asked at the email address that you had before. You can say no here; to agree, first say in your portal that you go to this practice.';
export const clientAnsweredThemselves = 'Your client has answered this themselves. Only they can change it.';
export const sessionHasBegun = 'The session has begun with this consent. It can be withdrawn.';
export const askedTooOften = 'You have asked for very many consents within the hour. Please try again later.';
export const clientMailedTooOften = 'This client got many mails about recordings already. Please try again later.';
export const openedTooOften = 'This was opened very often within the hour. Please try again later.';
export const answeredTooOften = 'This was answered very often within the hour. Please try again later; saying no is always possible.';
/** For the people who run the installation. */
export const foreignConsent = (id: string): string => `The consent ${id} to a recording was changed in the table, or added there: who agreed, or took it back, is not what the product wrote. Nothing is recorded with it.`;
export const foreignClick = (id: string): string => `The answer ${id} to a question for consent was changed in the table, or added there. It is shown to nobody.`;
export const lostClick = (id: string): string => `The consent ${id} to a recording says what nobody clicked: an answer was deleted in the table.`;
export const earlierConsent = (id: string): string => `The consent ${id} to a recording was put back in the table as it was before somebody said no. Nothing is recorded with it.`;
export const givenAwaySession = (id: string): string => `The recorded session ${id} was given to another account in the table than its consent. It is not heard there.`;
export const foreignAddress = 'The client’s address was changed in the database by somebody else than Attune, so nothing was sent there.';

export const SUBJECT = 'May your session be recorded?';
export const GREETING = 'Hello,';
export const ASKS = ' asks whether the sound of one session with you may be recorded.';
export const YOU_DECIDE = 'You decide for yourself, on a page that says what is recorded and what becomes of it. You may say no, and change your mind at any moment, with this same link.';
/** Where the therapist may also note the client's answer. */
export const YOU_CAN_DECIDE = 'You can answer for yourself, on a page that says what is recorded and what becomes of it. You may say no, and change your mind at any moment, with this same link.';
export const OPEN = 'Read and answer';
export const LASTS = 'The question stands for a day. Without your answer nothing is recorded.';
export const LASTS_NOTED = 'The question stands for a day. Your therapist may also note your answer for you, and record with it. If you do not want that, say no here: your no holds, and your therapist cannot change it.';
export const PRIVATE = 'Please do not pass this mail on: the link answers in your name.';
export const NOT_YOU = 'If you do not know this therapist, your address was given by mistake. Do nothing and delete this mail: nothing is recorded then.';
export const NOT_YOU_NOTED = 'If you do not know this therapist, your address was given by mistake. Say no with the link above: then nothing is recorded with this question.';
export const FOOTER = 'Sent by Attune because a therapist asked for it.';

/** In the copy of a client's record. */
export const copiedConsent = (asked: string) => `Asked for ${asked}`;
export const COPIED_STATUS: Readonly<Record<ConsentStatus, string>> = {
  waiting: 'Not answered by both',
  complete: 'Both agreed, no session was recorded with it yet',
  declined: 'Declined',
  used: 'Both agreed, a session was recorded with it',
  withdrawn: 'Withdrawn',
  expired: 'Nothing was recorded with it in time',
};
export const copiedMark = (party: Party, at: string) => `${party === 'client' ? 'Client' : 'Therapist'}, ${at}`;
const ANSWERED: Readonly<Record<ConsentAnswer, string>> = { agreed: 'Agreed', declined: 'Declined', withdrawn: 'Withdrew' };
const WHERE: Readonly<Record<ConsentWay, string>> = { screen: 'on the therapist’s screen', portal: 'in the client portal', link: 'by the mailed link' };
export const copiedAnswer = (answer: ConsentAnswer, by: Party, way: ConsentWay | null) => `${ANSWERED[answer]}; clicked by the ${by}${way === null ? '' : ` ${WHERE[way]}`}`;
export const COPIED_THERAPIST_TEXT = 'What the therapist agreed to';
