/** Of a practice that who is signed in never went to, behind the link of its waiting list. */
export const unknownPractice = {
  title: 'Do you know this practice?',
  text: (day: string) => `This is not a practice that you have gone to before. It is at Attune since ${day}.`,
  another: ' It is another one than the ',
  youGoTo: ' you go to.',
  why: 'If you take a time, this practice counts as one of yours: it is shown that you have an account here, and what it writes stands with the others’. If you are not sure, ask your therapist first, by the number or address that you have from them.',
  confirm: 'I know it: confirm',
  take: 'I know it: take this time',
  since: (day: string) => `Names of practices can be alike. This one is at Attune since ${day}.`,
} as const;
