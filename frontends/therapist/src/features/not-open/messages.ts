/** Plain words for what the tabs that are not open yet will do. */
export const notOpenMessages = {
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
