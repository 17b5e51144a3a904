/** Sentences people read. */
export const newestEntriesOnly = (count: number) =>
  `This copy holds the newest ${count.toLocaleString('en')} entries. Older ones are in the portal, under “Who opened my record”.`;
export const copiesWait = 'Other copies of records are being made right now. Please try again in a moment.';
export const tooManyCopies = 'You have taken many copies of your record in the last hour. Please try again later.';

export const removedByClosing = [
  'Your account, with the name, phone number and date of birth you gave.',
  'Your sign-in on every device, and every browser you trusted.',
] as const;

export const keptAfterClosing = [
  'Your appointments, with the name and contact details given for each, stay with your therapist, who has a duty to keep records.',
  'Session notes, care plans and forms that you completed stay with your therapist for the same reason. Ask your therapist for a copy or a correction at any time.',
  'The log of who opened your record stays, so that nobody can hide having read it. It names no content.',
  'No later account with this address is shown any of it, not even one of your own: it begins empty.',
] as const;

export const keptWithoutRecord = ['The log of who did what stays, so that nobody can hide it. It names no content.'] as const;
