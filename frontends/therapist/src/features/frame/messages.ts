/** Texts of the dashboard's frame. */
export const frameMessages = {
  loadFailed: 'Failed to load dashboard data',
  loadFailedHint: 'Your practice could not be read just now. Nothing is lost. Try again in a moment.',
  loggedOut: 'Logged out successfully',
} as const;
