/** Plain words for what the tabs that are not open yet will do. */
export const notOpenMessages = {
  notes: {
    title: 'AI-Powered Session Notes',
    text: 'Here you will write session notes, attach scans and PDFs, have handwriting read and summarised, and choose what a client may see.',
  },
  meeting: {
    title: 'AI Meeting Note Taker',
    text: 'Here a bot will join a video session once you and the client have both agreed, and write a first draft of the notes for you to check.',
  },
  calendar: {
    title: 'Calendar Integration',
    subtitle: 'Connect your Google Calendar for automatic booking management',
    text: 'Here you will connect your calendar. Attune will add your appointments to it and keep your busy times free of bookings, and do nothing else with it.',
  },
  intake: {
    title: 'Intake Forms',
    subtitle:
      'Pre-session questionnaires that clients fill in before you meet, so that the first conversation starts where it should.',
    text: 'Here you will build questionnaires, see how they look to a client, and read the answers beside each booking.',
  },
} as const;

/** The Intake tab's ways to the forms' own page. */
export const intakeLinks = {
  manage: 'Manage Forms',
  create: 'Create Intake Form',
  hint: 'Both open in a new browser tab.',
} as const;
