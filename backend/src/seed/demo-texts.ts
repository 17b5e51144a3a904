/** What the demo practice's therapist wrote. Nobody's story. */
export const DEMO_SESSION_NOTES: readonly { title: string; content: string; summary: string | null; visible: boolean }[] = [
  {
    title: 'Sleep and the week after the move',
    summary: 'We looked at the nights since the move and found what makes them shorter: the phone, the unfinished boxes, and the wish to be done with everything at once.',
    content:
      'Two evenings out of seven, the phone stays in the kitchen after ten. On the others, write down what keeps you awake and leave the page on the table.\n\nYou said that unpacking one box a day feels possible. We will look next time at how that went, without counting.',
    visible: true,
  },
  {
    title: 'The conversation with your brother',
    summary: null,
    content: 'You found three sentences that say what you need without taking anything back. They are yours to keep:\n\n“I need a day before I answer.”\n“I would like us to speak about this in person.”\n“I am not angry, I am tired.”',
    visible: true,
  },
  { title: 'Hypotheses after the fourth session', summary: null, content: 'For my own use: compare with the intake, mind the pattern around anniversaries.', visible: false },
  { title: 'A first picture of what helps', summary: null, content: 'Walking before work. Music while cooking. Calling Ines. The list may grow.', visible: true },
];

export const DEMO_CARE_PLANS: readonly { title: string; description: string; actions: string[]; followUpInDays: number | null }[] = [
  {
    title: 'Evenings that end',
    description: 'A small plan for the next four weeks. Nothing in it has to be done every day, and a missed day is not a failed plan.',
    actions: ['Phone out of the bedroom on two evenings a week', 'Ten minutes of writing before bed when thoughts circle', 'A short walk in daylight before noon'],
    followUpInDays: 12,
  },
  {
    title: 'When it gets too much',
    description: 'Steps for the moments we spoke about, from the smallest to the largest.',
    actions: ['Name five things you can see', 'Put both feet on the floor and breathe out longer than you breathe in', 'Call Ines', 'If you are in danger, call your local emergency number'],
    followUpInDays: null,
  },
];
