export const formMessages = {
  title: 'Forms',
  from: 'from',
  forAppointment: 'For your appointment on',
  sentOn: 'Sent on',
  completedOn: 'Completed on',
  status: { sent: 'To fill in', opened: 'To fill in', started: 'Started', completed: 'Completed', expired: 'Expired', cancelled: 'Cancelled', withdrawn: 'Withdrawn' },
  fillIn: 'Fill in',
  goOn: 'Go on',
  notOpened: 'The form could not be opened. Please try again.',
  loadFailed: 'Your forms could not be loaded.',
  tryLater: 'Nothing has changed. Please try again in a moment.',
  showMore: 'Show more',
} as const;
