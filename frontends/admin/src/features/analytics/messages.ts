/** Texts of the analytics. */
export const analyticsMessages = {
  title: 'Analytics',
  loadFailed: 'Failed to load analytics',
  registrations: 'Registrations, last 7 days',
  bookings: 'Bookings, last 7 days',
  nothingShown: 'The figures are not there yet. Refresh tries again.',
} as const;
