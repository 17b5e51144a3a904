/** Something that Attune says about itself, and whether it does. */
export interface Claim {
  shown: boolean;
  text: string;
}

export const shownTexts = (claims: readonly Claim[]): string[] => claims.filter(({ shown }) => shown).map(({ text }) => text);
