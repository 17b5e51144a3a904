/** Texts of the page behind the link that ends a practice's mails. */
export const practiceMailsMessages = {
  title: 'Mail from this practice',
  loading: 'Loading your choice',
  on: (practice: string) => `“${practice}” sends mail to your address, because somebody gave it there.`,
  stop: 'No more mail from this practice',
  stopHint: 'Appointments stay as they are. If you book there signed in, or confirm the practice in your client portal, its mail comes again.',
  off: (practice: string) => `“${practice}” sends no more mail to your address.`,
  start: 'Let it send mail again',
  stopped: 'No more mail comes from there.',
  started: 'Its mail comes again.',
  failed: 'That could not be changed.',
  loadFailed: 'Your choice could not be loaded',
  tryAgain: 'Try Again',
  invalidTitle: 'This link does not work',
  invalidText: 'It may be incomplete. Please use the link in the newest mail.',
  backHome: 'Back to Home',
} as const;
