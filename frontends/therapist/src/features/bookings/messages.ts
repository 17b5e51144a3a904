/** Texts of the bookings tab and the day's list. */
export const bookingMessages = {
  emptyTitle: 'No bookings yet',
  emptyText: 'Bookings will appear here once clients start scheduling with you.',
  noMatchTitle: 'No bookings match',
  noMatchText: 'Try another name, or widen the filters.',
  nothingUpcomingTitle: 'Nothing coming up',
  nothingUpcomingText: 'You have no appointments ahead. Earlier ones are under Past.',
  cancelQuestion: 'Cancel this appointment? The client will be told.',
  cancelTitle: 'Cancel appointment',
  completed: 'Appointment marked as completed',
  undone: 'Appointment is confirmed again',
  cancelled: 'Appointment cancelled. The client will be told.',
  changeFailed: 'The appointment could not be changed. Please try again.',
  listFailed: 'The bookings could not be loaded.',
} as const;
