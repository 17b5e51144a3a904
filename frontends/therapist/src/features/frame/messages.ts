/** Texts of the dashboard's frame. */
export const frameMessages = {
  loadFailed: 'Failed to load dashboard data',
  loadFailedHint: 'Nothing is lost. Please try again in a moment.',
  loggedOut: 'Logged out successfully',
  calendar: {
    title: 'Google Calendar needs to be connected again',
    noTarget: 'The calendar for your appointments was deleted at Google',
    text: 'New appointments do not appear in it, and what you enter there does not block times.',
    noTargetText: 'Your appointments do not appear in Google Calendar until you choose another one.',
    missing: (count: number) => `${count === 1 ? 'One upcoming appointment is' : `${count} upcoming appointments are`} not in it.`,
    open: 'Open Calendar Settings',
    fold: 'Make this notice small',
  },
} as const;
