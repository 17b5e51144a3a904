/** Texts of the Working hours card. */
export const hoursMessages = {
  title: 'Working hours',
  text: 'Visitors can book only at these start times. Already booked appointments stay when you change them.',
  elsewhere: 'When visitors can book, by week and by date.',
  open: 'Open working hours',
  saved: 'Working hours saved',
  saveFailed: 'Failed to save working hours',
  loadFailed: 'Failed to load working hours',
  checkFields: 'Some working hours need another look before they can be saved.',
  timeMissing: 'Enter a time such as 09:00.',
  lastBeforeFirst: 'The last start must not be before the first start.',
  overlap: 'These hours overlap with another window of the same day.',
  dateMissing: 'Choose a date.',
  datePast: 'Choose a date from today on.',
  dateTwice: 'This date has its own hours already.',
} as const;
