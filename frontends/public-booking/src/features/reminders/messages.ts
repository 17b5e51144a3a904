/** Texts of the page behind the link in a reminder. */
export const reminderMessages = {
  title: 'Your reminders',
  loading: 'Loading your choice',
  on: 'You get an email before each of your appointments.',
  stop: 'Stop reminders',
  stopHint: 'Your appointments stay as they are. Mails about changes still come.',
  off: 'You get no reminders of your appointments.',
  start: 'Send me reminders again',
  stopped: 'You get no more reminders.',
  started: 'You get reminders again.',
  failed: 'That could not be changed.',
  loadFailed: 'Your choice could not be loaded',
  tryAgain: 'Try Again',
  invalidTitle: 'This link does not work',
  invalidText: 'It may be incomplete or out of date. Please use the link in your newest reminder.',
  backHome: 'Back to Home',
} as const;
