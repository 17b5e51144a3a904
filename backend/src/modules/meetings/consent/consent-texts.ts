import { createHash } from 'node:crypto';

export const PARTIES = ['therapist', 'client'] as const;
export type Party = (typeof PARTIES)[number];

/** What somebody agrees to, word for word. A text that was ever shown is never changed: a new one gets a new version. */
export interface ConsentTexts {
  version: string;
  therapist: string;
  client: string;
}

const VERSIONS: readonly ConsentTexts[] = [
  {
    version: '2026-11',
    therapist:
      'I agree that the sound of this one session is recorded, turned into text and used for a draft of my notes. I have told my client so, and they know that they may say no. ' +
      'The recording is never hidden: a notetaker joins the meeting under its own name, or this device shows that it records. It begins only after both of us have agreed. ' +
      'The sound is kept encrypted. It is destroyed when I accept the transcript, after 7 days at the latest, and at once if one of us withdraws. ' +
      'I check every word of the draft before it becomes a note.',
    client:
      'I agree that my therapist records the sound of this one session. Software turns it into text and into a draft of notes, which my therapist alone sees and checks. ' +
      'I know when it records: a notetaker joins the meeting under its own name, or my therapist’s device shows it. ' +
      'The sound is kept encrypted and is destroyed after 7 days at the latest. ' +
      'I may say no, and I may withdraw at any moment, during the session and afterwards, without a reason and without any disadvantage: then the recording stops, and the sound and the unfinished transcript are destroyed.',
  },
];

/** What is shown from now on. */
export const CURRENT_TEXTS: ConsentTexts = VERSIONS[VERSIONS.length - 1] as ConsentTexts;

/** The words that stood beside the buttons of a consent. @throws Error for a version that never was */
export function textsOf(version: string): ConsentTexts {
  const found = VERSIONS.find((texts) => texts.version === version);
  if (!found) throw new Error('a consent has texts that are not known');
  return found;
}

/** SHA-256 of both texts, or of what one of the two agreed to. */
export function textHash({ version, therapist, client }: ConsentTexts, party?: Party): Buffer {
  const words = party === undefined ? [therapist, client] : [{ therapist, client }[party]];
  return createHash('sha256').update(JSON.stringify([version, ...words])).digest();
}
