/** Texts of the dashboard's frame. */
export const frameMessages = {
  loadFailed: 'Failed to load dashboard data',
  loadFailedHint: 'Nothing is lost. Please try again in a moment.',
  loggedOut: 'Logged out successfully',
} as const;
