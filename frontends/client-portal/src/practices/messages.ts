export const practiceMessages = {
  confirm: 'This is my practice',
  confirmOf: (name: string) => `This is my practice: ${name}`,
  title: (name: string) => `Do you go to ${name}?`,
  body: (name: string) => `What ${name} writes and books for you then stands with the rest of your record, and follows you when your address changes.`,
  endLinks: 'End the links of whoever booked for me',
  endLinksHint:
    'If you did not book this yourself: whoever did can see, move and cancel it by a link. You can end that, and get new links by email. They may notice that it ended.',
  notGoneTo: (day: string) => `This is not a practice that you have gone to before. It is at Attune since ${day}.`,
  another: 'It is another one than the ',
  youGoTo: ' you go to.',
  notNow: 'Not now',
  confirmed: (name: string) => `What ${name} writes and books now stands with the rest.`,
  failed: 'That was not saved. Please try again.',
} as const;
