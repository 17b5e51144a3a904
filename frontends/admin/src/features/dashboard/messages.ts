export const messages = {
  title: 'Administration',
  home: 'Attune home',
  notOpen: {
    title: 'The dashboard is not open yet',
    text: 'Here an administrator will see how the practice does, who its therapists are and what happened when, and will activate or deactivate therapists.',
  },
  back: 'Return to homepage',
} as const;
