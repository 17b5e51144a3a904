/** What a list shows of a long text; the rest is there for who asks for it. */
export interface Beginning {
  text: string;
  /** Whether that is all there is. */
  is_whole: boolean;
}

/** A text up to so many characters is shown whole. */
const SHORT = 900;
/** Of a longer one so many. */
const CUT = 700;

/** Three dots stand for what is left out. */
export function beginningOf(text: string): Beginning {
  // A character is two units at the most; a picture of several characters may be cut.
  const characters = [...text.slice(0, 2 * SHORT + 2)];
  if (characters.length <= SHORT) return { text, is_whole: true };
  return { text: `${characters.slice(0, CUT).join('').trimEnd()}…`, is_whole: false };
}
