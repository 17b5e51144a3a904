/** Texts of the reminders of appointments. */
export const reminderMessages = {
  title: 'Reminders',
  text: 'Your clients get an email before their appointment, with its time and place. Each of them can stop reminders.',
  when: 'Send a reminder',
  quietFrom: 'Quiet hours from',
  quietTo: 'Quiet hours until',
  quietText: 'By your client’s clock. A reminder that is due in quiet hours goes out before they begin. Leave both empty for none.',
  services: 'Other times for single services',
  asAbove: 'As for all services',
  digest: 'Send me my day in the morning',
  digestHint: 'An email to you at about six on days with appointments, with their times and nothing else.',
  saved: 'Reminders saved',
  saveFailed: 'Failed to save reminders',
  loadFailed: 'Failed to load reminders',
  checkFields: 'Please check the marked fields.',
  bothTimes: 'Enter both times, or leave both empty.',
} as const;
