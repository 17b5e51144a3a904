/** Sentences for people. */
export const noSuchForm = 'There is no such form.';
export const noSuchRequest = 'There is no such form that was sent.';
export const noSuchBooking = 'There is no such appointment.';
export const whoGetsIt = 'Choose an appointment or a client to send the form to.';
export const sentAlready = 'This form was sent already and waits to be filled in. You can send its mail again.';
export const notWaiting = 'This form does not wait for an answer any more.';
export const mailedTooOften = 'The mail was sent three times within the hour. Please try again later.';
export const sentTooMany = 'You have sent very many forms within the hour. Please try again later.';
export const clientMailedTooOften = 'This client got many mails about forms already. Please try again later.';
/** For the people who run the installation. */
export const foreignAddress = 'The client’s address was changed in the database by somebody else than Attune, so nothing was sent there.';

export const SUBJECT = 'A form to fill in';
export const REMINDER_SUBJECT = 'A form is waiting for you';
export const RENEWED_SUBJECT = 'New links to your forms';
export const RENEWED = 'Here are new links to the forms that wait for you. Links of earlier mails no longer work; these do.';
export const formOf = 'A form';
export const moreForms = (count: number): string => `There ${count === 1 ? 'is one more' : `are ${count} more`}. Sign in with this address to see all of them.`;
export const ALL_FORMS = 'See all your forms';
export const GREETING = 'Hello,';
export const ASKS = ' asks you to fill in a form.';
export const ASKS_BEFORE = ' asks you to fill in a form before your appointment.';
export const REMINDS = 'Your appointment is close, and there is still a form to fill in for ';
export const OPEN_FORM = 'Open the form';
export const SAVED_AS_YOU_GO = 'It needs no account. Every answer is saved as you give it, so you can stop and go on later with this link.';
export const PRIVATE = 'Please do not pass this mail on: the link is yours alone.';
export const NOT_YOU = 'If you do not know this therapist, your address was given by mistake. Do nothing and delete this mail: nobody is told anything about you.';
export const FOOTER = 'Sent by Attune because a therapist asked for it.';
export const answersNotImported = 'Answers to forms that did not open where they were exported.';
