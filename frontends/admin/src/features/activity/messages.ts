/** Texts of the activity log. */
export const activityMessages = {
  title: 'Activity',
  listFailed: 'Failed to load activity logs',
  emptyTitle: 'No activity yet',
  emptyText: 'Sign-ins, bookings and every look at a client’s record are listed here.',
  noMatchTitle: 'No activity matches',
  noMatchText: 'Choose another person, action or time.',
  exportCsv: 'Export CSV',
  exported: 'Activity exported, the newest 10,000 entries at most',
  exportFailed: 'The activity could not be exported. Please try again.',
  nobody: { therapist: 'A therapist', client: 'A client', admin: 'An administrator', visitor: 'A visitor', system: 'The system' },
  nothingShown: 'The log is not there yet. Refresh tries again.',
} as const;
