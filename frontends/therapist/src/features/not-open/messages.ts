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
} as const;
