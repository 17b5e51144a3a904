/** Texts of time off. */
export const timeOffMessages = {
  title: 'Time off',
  text: 'Holidays, and hours in which nobody can book. Appointments that are booked already stay.',
  emptyTitle: 'No time off planned',
  emptyText: 'Add a holiday, or block some hours of a day.',
  nameHint: 'For you alone: visitors only see that nothing is free.',
  added: 'Time off added',
  changed: 'Time off saved',
  removed: 'Time off removed',
  restored: 'Time off is back',
  saveFailed: 'Failed to save time off',
  removeFailed: 'Failed to remove time off',
  loadFailed: 'Failed to load time off',
  dateMissing: 'Choose a date.',
  datesBackwards: 'The last day must not be before the first.',
  timeMissing: 'Enter a time such as 12:00.',
  timesBackwards: 'The end must be after the start.',
} as const;
