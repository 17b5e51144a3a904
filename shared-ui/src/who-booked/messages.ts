/** Asked of an appointment that somebody booked with an address without signing in. */
export const whoBookedMessages = {
  title: 'Did you book this appointment yourself?',
  typed: 'It was booked with your address by somebody who did not sign in. This is what they typed:',
  typedName: 'Name',
  typedPhone: 'Telephone',
  typedNote: 'Note',
  whatFollows: (name: string) =>
    `If that was you, it counts as yours, and ${name} reads what was typed as your own. If not, or if you say nothing, it stays marked as typed by somebody else; should you not want the appointment, cancel it.`,
  own: 'I booked this',
  others: 'Somebody else did',
  owned: 'This counts as yours now.',
  ownedText: (name: string) => `${name} reads what was typed with it as your own.`,
  endTitle: 'End the link of whoever booked this?',
  endBody: 'Whoever did can see, move and cancel it by a link. You can end that, and get a new link by email. They may notice that it ended.',
  end: 'End their link',
  notNow: 'Not now',
  ended: 'The link of whoever booked this has ended.',
  endedMail: 'A new link to this appointment comes by email; those of earlier mails no longer work. What was typed stays marked as somebody else’s.',
  notSaved: 'That was not saved. Please try again.',
} as const;
