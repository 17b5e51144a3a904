/** Where a session takes place, as the contract spells it. */
export type SessionType = 'online' | 'in-person' | 'both';

const WORDS: Readonly<Record<SessionType, string>> = {
  online: 'online',
  'in-person': 'in-person',
  both: 'online or in-person',
};

/** The words for a session type. */
export function sessionTypeWords(type: SessionType): string {
  return WORDS[type];
}
