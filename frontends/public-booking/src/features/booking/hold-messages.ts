/** Texts of the code that makes a booking of a held time. */
export const holdMessages = {
  title: 'Check your email',
  why: 'Very many people are booking here right now, so we ask everybody to confirm their address.',
  sentTo: 'We sent a 6-digit code to',
  keptUntil: (time: string) => `Your time is kept for you until ${time}.`,
  code: 'Code from the email',
  codeMissing: 'Please enter the 6 digits from the email',
  confirm: 'Confirm Booking',
  resend: 'Send a new code',
  resendIn: (left: string) => `Send a new code in ${left}`,
  resent: 'A new code is on its way. Only the newest one works.',
  resendFailed: 'The code could not be sent. Please try again.',
  notThere: 'Nothing there yet? Look in the spam folder.',
  change: 'Change something',

  overTitle: 'Your time is no longer kept',
  over: 'What you typed is still here. Only the time is to be chosen again.',
  again: 'Choose a time again',
} as const;
