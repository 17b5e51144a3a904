/** Texts about people who wait for a free time. */
export const waitingListMessages = {
  title: (count: number) => `Waiting list (${count})`,
  text: 'When one of your times becomes free, it is offered by mail to the first whom it suits, and kept for two hours.',
  since: (day: string) => `since ${day}`,
  offered: (when: string, until: string) => `Kept until ${until}: ${when}`,
  anyDay: 'Any day',
  remove: 'Remove',
  removeTitle: 'Take this person off the waiting list?',
  removeText: 'Nothing more is offered to them. They are not told.',
  keep: 'Keep them',
  removed: 'Taken off the waiting list',
  removeFailed: 'That did not work. Please try again.',
  loadFailed: 'The waiting list could not be loaded.',
  tryAgain: 'Try again',
} as const;
