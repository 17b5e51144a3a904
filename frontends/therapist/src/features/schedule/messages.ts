/** Texts of the schedule. */
export const scheduleMessages = {
  show: 'How bookings are shown',
  loading: 'Loading the schedule',
  loadFailed: 'The schedule could not be loaded.',
  loadFailedHint: 'Nothing has been changed.',
  partsFailed: 'Working hours or time off could not be loaded, so they are not shown.',
  nothing: 'No appointments.',
  working: (times: string) => `Working ${times}`,
  now: (time: string) => `Now, ${time}`,
  kept: (words: string) => `Kept free around appointments: ${words}.`,
  before: (minutes: number) => `${minutes} min before`,
  after: (minutes: number) => `${minutes} min after`,
  keys: 'Arrow keys move between days and appointments, Page Up and Page Down turn the page, Enter opens.',
  zone: (zone: string) => `Times are in ${zone}.`,
  previous: { day: 'Previous day', week: 'Previous week', month: 'Previous month' },
  next: { day: 'Next day', week: 'Next week', month: 'Next month' },
} as const;
