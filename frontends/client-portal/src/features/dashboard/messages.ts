export const messages = {
  title: 'Client Portal',
  home: 'Attune home',
  notOpen: {
    title: 'Your dashboard is not open yet',
    text: 'Here you will find your appointments, the session notes that your therapist shares with you, and your care plans. Until then, the link in your confirmation email lets you see, move or cancel an appointment.',
  },
  back: 'Back to Home',
} as const;
