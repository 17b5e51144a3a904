export const MAX_TITLE = 200;
export const MAX_CONTENT = 20_000;
export const MAX_TAGS = 20;
export const MAX_TAG = 40;
/** A note of the most characters, in a script of three bytes a letter, with room for how JSON writes line ends. */
export const NOTE_BODY_BYTES = 512 * 1024;
const PREVIEW = 200;

/** The first 200 characters, and three dots where there are more. */
export function previewOf(content: string): string {
  // A character is two units at the most; a picture of several characters may be cut.
  const characters = [...content.slice(0, 2 * PREVIEW + 2)];
  return characters.length > PREVIEW ? `${characters.slice(0, PREVIEW).join('')}…` : content;
}
