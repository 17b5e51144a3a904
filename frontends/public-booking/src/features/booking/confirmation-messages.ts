/** Texts of the confirmation, which is fetched only when something is booked. */
export const confirmationMessages = {
  confirmedTitle: 'Booking Confirmed!',
  service: 'Service',
  date: 'Date',
  time: 'Time',
  duration: 'Duration',
  price: 'Price',
  therapist: 'Therapist',
  where: 'Where',
  emailSent: (email: string) => `A confirmation email was sent to ${email}.`,
  willContact: (name: string) => `${name} will contact you to confirm.`,
  changeByMail: 'The email has a link with which you can move or cancel the appointment.',
  addToCalendar: 'Add to calendar',
  calendarFailed: 'The calendar entry could not be loaded. Please try again.',
  manage: 'Move or cancel',
  print: 'Print',
} as const;
