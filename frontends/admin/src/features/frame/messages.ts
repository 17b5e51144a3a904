/** Texts of the administrator area's frame. */
export const frameMessages = {
  title: 'Administration',
  loadFailed: 'Failed to load dashboard data',
  fallbackTitle: 'Failed to load dashboard',
  fallbackText: 'Nothing is lost. Please try again in a moment.',
  loading: 'Loading the dashboard',
  extendFailed: 'The session could not be extended. Please try again.',
  logout: 'Logout',
  loggedOut: 'Logged out successfully',
  account: 'Account',
  dashboard: 'Dashboard',
} as const;
