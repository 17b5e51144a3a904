/** Sentences people read. */
export const signInFirst = 'Please sign in first.';
export const linkNotValid = 'This sign-in link is no longer valid. Please sign in again.';
export const deactivated = 'This account has been deactivated. Please contact support.';
export const wrongCode = 'That code is not right. A code works once and for about a minute; please enter the newest one.';
export const tooManyCodes = 'There were too many wrong codes. Please wait a few minutes and try again.';
export const codeMissing = 'Please enter the code of your authenticator app';
export const alreadyOn = 'Two-step sign-in is on already.';
export const notOn = 'Two-step sign-in is not on.';
export const setUpFirst = 'Please begin setting up two-step sign-in first.';
export const required = 'Two-step sign-in is required here and cannot be turned off.';
export const alreadySignedIn = 'You are signed in already.';
export const noSuchTherapist = 'There is no therapist with this email address.';
export const noSuchSession = 'There is no such session.';
