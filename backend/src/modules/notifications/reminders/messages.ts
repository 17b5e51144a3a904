import { subjectWith } from '../../../integrations/mail/mail-name';

export const hoursBefore = 'Choose one of the offered times before the appointment, or no reminder.';
export const quietTime = 'Quiet hours need a time such as 22:00.';
export const quietBoth = 'Quiet hours need a start and an end.';
export const quietLength = (hours: number): string => `Quiet hours must be between one and ${hours} hours long.`;
export const noSuchService = 'One of these services does not exist any more. Please load the page again.';
export const serviceTwice = 'Each service can have one time only.';

/** As in the mails about what happened: the time and the practice, never the service. */
export const subject = (time: string, therapist: string): string => `${subjectWith('Reminder: your appointment', 'with', therapist)} on ${time}`;
export const REMINDER_OF = 'This is a reminder of your appointment with ';
export const SEE_OR_CHANGE = 'See, move or cancel this appointment';
export const SEE = 'See this appointment';
export const TOO_LATE = 'If you cannot come, please call your therapist.';
export const NOT_YOU = 'Open the appointment above and cancel it: the therapist is told, and nothing else is left to do.';
export const STOP_LINK = 'Stop reminders';
export const noSuchLink = 'This link does not work any more. Please use the one in your newest reminder.';
export const tooManyTries = 'Too many requests from your connection. Please try again in a while.';
