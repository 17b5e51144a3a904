/** More marks than any language puts on one letter (Unicode's stream-safe format knows no longer run). The two signs beside them are taken apart into marks. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Single signs for whole sentences: apart they would make a text eighteen times as long. */
const SENTENCES = /[\ufdf0-\ufdff]/g;

/**
 * A text as `String.prototype.normalize` gives it, in time that grows with its length alone: a run of marks is put in order in the square of its length, so of a long one no more than
 * the first thirty stay. Where signs are spelled out, those for sentences are spaces. For all that people, files or other systems wrote.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  // eslint-disable-next-line no-restricted-properties -- here the runs are short
  return (form.startsWith('NFK') ? text.replace(SENTENCES, ' ') : text).replace(LONG_RUN, '$1').normalize(form);
}
