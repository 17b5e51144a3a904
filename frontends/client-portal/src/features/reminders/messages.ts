/** Texts of the reminders of appointments. */
export const reminderMessages = {
  title: 'Reminders',
  text: 'An email before each of your appointments.',
  label: 'Remind me of appointments',
  hint: 'Mails about changes come in any case. A practice that you have not confirmed reminds you by itself; its mail has a link that stops it.',
  loading: 'Loading your choice',
  stopped: 'You get no more reminders.',
  started: 'You get reminders again.',
  failed: 'It could not be changed. Please try again.',
  loadFailed: 'Your choice could not be loaded.',
  tryLater: 'Nothing has changed. Please try again in a moment.',
  tryAgain: 'Try Again',
} as const;
