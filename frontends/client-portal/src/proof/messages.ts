/** Texts around the six-digit code that proves whose address it is. */
export const proofMessages = {
  label: 'Code from the email',
  sentTo: 'We sent a 6-digit code to',
  lifetime: 'It works for 10 minutes, in this browser.',
  notThere: 'Nothing there yet? Look in the spam folder, and check that the address is right. We send only a few codes an hour.',
  missing: 'Please enter the 6 digits from the email.',
  failed: 'The code could not be checked. Please try again.',
  sendFailed: 'The code could not be sent. Please try again.',
  send: 'Send me a code',
  sendNew: 'Send a new code',
  sendNewIn: (left: string) => `Send a new code in ${left}`,
  sentAgain: 'A new code is on its way. Only the newest one works.',
  trust: 'Trust this browser',
  trustHint: 'For 90 days your email address alone signs you in here, without a code. Only tick this on a device that nobody else uses. You can undo it in your account.',
  elsewhere: 'This signs you out everywhere else, and other browsers ask for a code again.',
  confirm: 'Confirm',
  notNow: 'Not now',
} as const;
