/** Texts of the activity log. */
export const activityMessages = {
  title: 'Activity',
  listFailed: 'Failed to load activity logs',
  emptyTitle: 'No activity yet',
  emptyText: 'Sign-ins, bookings and every look at a client’s record are listed here.',
  noMatchTitle: 'No activity matches',
  noMatchText: 'Choose another action or another kind of user.',
  nothingShown: 'The log is not there yet. Refresh tries again.',
} as const;
