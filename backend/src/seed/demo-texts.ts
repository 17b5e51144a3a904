/** A note of the demo practice's therapist, about one of its people's sessions. */
export interface DemoNote {
  /** Which of DEMO_PEOPLE. */
  person: number;
  /** Which of their completed sessions, newest first; without one it is about the person alone. */
  session: number | null;
  title: string;
  content: string;
  summary?: string;
  tags: string[];
  template?: 'soap' | 'dap' | 'birp';
  visible?: true;
  private?: true;
  /** Signed with these words added later, or none. */
  signed?: { amendment?: string };
}

/** What the demo practice's therapist wrote. Nobody's story. */
export const DEMO_SESSION_NOTES: readonly DemoNote[] = [
  {
    person: 0,
    session: 0,
    title: 'Sleep and the week after the move',
    summary: 'We looked at the nights since the move and found what makes them shorter: the phone, the unfinished boxes, and the wish to be done with everything at once.',
    content:
      'Two evenings out of seven, the phone stays in the kitchen after ten. On the others, write down what keeps you awake and leave the page on the table.\n\nYou said that unpacking one box a day feels possible. We will look next time at how that went, without counting.',
    tags: ['sleep', 'moving'],
    visible: true,
  },
  {
    person: 0,
    session: 1,
    title: 'The conversation with your brother',
    content: 'You found three sentences that say what you need without taking anything back. They are yours to keep:\n\n“I need a day before I answer.”\n“I would like us to speak about this in person.”\n“I am not angry, I am tired.”',
    tags: ['family', 'boundaries'],
    visible: true,
    signed: {},
  },
  {
    person: 0,
    session: 2,
    title: 'Hypotheses after the fourth session',
    content: 'For my own use: compare with the intake, mind the pattern around anniversaries. The tiredness may be older than the move.',
    tags: ['supervision'],
    private: true,
  },
  { person: 0, session: 3, title: 'A first picture of what helps', content: 'Walking before work. Music while cooking. Calling Ines. The list may grow.', tags: ['resources'], visible: true },
  {
    person: 1,
    session: 0,
    title: 'Before the interview',
    template: 'soap',
    content:
      'Subjective:\nExpects the interview on Thursday to go badly. Slept five hours on two nights. Denies thoughts of harming himself.\n\nObjective:\nSpeaks fast at first, slower after the breathing exercise. Keeps eye contact.\n\nAssessment:\nAnticipatory anxiety, less than at intake. The catastrophe chain is shorter and he finds the second step himself.\n\nPlan:\nRehearse the first two minutes aloud. Write the worst case and the likely case on one card.',
    tags: ['anxiety', 'work', 'sleep'],
    signed: { amendment: 'The interview was moved to the following Monday; he wrote so by mail the same evening.' },
  },
  {
    person: 1,
    session: 1,
    title: 'What was left of the argument',
    template: 'dap',
    content:
      'Data:\nReports an argument with his flatmate about money. Left the room instead of shouting, for the first time.\n\nAssessment:\nThe pause works where he notices his hands. Shame afterwards was short.\n\nPlan:\nGo on with the diary of signs in the body. Look at the rent agreement together if he wants to.',
    tags: ['anger', 'boundaries'],
  },
  { person: 1, session: 2, title: 'A card for hard evenings', content: 'Name five things you can see.\nBreathe out longer than you breathe in.\nThe walk to the river takes eleven minutes.', tags: ['resources', 'anxiety'], visible: true },
  {
    person: 2,
    session: 0,
    title: 'Zwei Sprachen, ein Abschied',
    content: 'Er spricht über den Vater auf Arabisch und über die Beerdigung auf Englisch. Wir sind bei beidem geblieben. Größte Erleichterung: dass er nichts übersetzen musste.',
    tags: ['grief', 'language'],
  },
  {
    person: 3,
    session: 0,
    title: 'EMDR, third processing session',
    template: 'birp',
    content:
      'Behavior:\nArrived on time, tense shoulders, asked to sit near the door.\n\nIntervention:\nFour sets on the image of the crossing, container exercise at the end.\n\nResponse:\nDistress from 8 to 3. The belief “I should have seen it” is held at 4 of 7.\n\nPlan:\nClosure next week, then the body scan. Call on Wednesday as agreed.',
    tags: ['EMDR', 'accident'],
    signed: {},
  },
  { person: 3, session: 1, title: 'The safe place, in her words', content: 'A kitchen in winter. Bread in the oven. Nobody needs anything.', tags: ['EMDR', 'resources'], visible: true },
  { person: 4, session: 0, title: 'First conversation', content: 'Łucja has moved from Łódź in spring. Panic on the underground, twice a week. Wants something she can do by herself first. Offered: psychoeducation, a small exposure ladder, no hurry.', tags: ['panic', 'intake'] },
  { person: 5, session: 0, title: 'Countertransference', content: 'I hurry when she is silent. To supervision on Friday.', tags: ['supervision'], private: true },
  { person: 6, session: null, title: 'Telephone call between sessions', content: 'Siobhán called because of the letter from the court. Nothing urgent; she reads it with her sister tonight and brings it along.', tags: ['telephone'] },
  { person: 10, session: 0, title: 'Año nuevo, casa nueva', content: 'José habla por primera vez de la casa de su niñez. Quiere escribir una carta que no enviará.', tags: ['grief', 'writing'] },
];

/** A care plan of the demo practice. */
export interface DemoPlan {
  title: string;
  description: string;
  /** The first of them are done. */
  actions: string[];
  done: number;
  goals: { text: string; progress: number }[];
  followUpInDays: number | null;
  unpublished?: true;
}

export const DEMO_CARE_PLANS: readonly DemoPlan[] = [
  {
    title: 'Evenings that end',
    description: 'A small plan for the next four weeks. Nothing in it has to be done every day, and a missed day is not a failed plan.',
    actions: ['Phone out of the bedroom on two evenings a week', 'Ten minutes of writing before bed when thoughts circle', 'A short walk in daylight before noon'],
    done: 1,
    goals: [
      { text: 'Asleep before midnight on five nights of seven', progress: 60 },
      { text: 'Mornings without dread', progress: 25 },
    ],
    followUpInDays: 12,
  },
  {
    title: 'When it gets too much',
    description: 'Steps for the moments we spoke about, from the smallest to the largest.',
    actions: ['Name five things you can see', 'Put both feet on the floor and breathe out longer than you breathe in', 'Call Ines', 'If you are in danger, call your local emergency number'],
    done: 0,
    goals: [],
    followUpInDays: null,
  },
  {
    title: 'A letter that need not be sent',
    description: 'To be looked at together before it is published.',
    actions: ['Twenty minutes with pen and paper, twice', 'Put it away for a week'],
    done: 0,
    goals: [{ text: 'Say out loud what was never said', progress: 0 }],
    followUpInDays: 5,
    unpublished: true,
  },
];
