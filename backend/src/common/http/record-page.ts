/** Pages that the server writes itself and people keep: they need no program of ours. */

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c2826;background:#faf8f4}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid #e3ded3}article{margin:1.25rem 0}h3{margin:0;font-size:1.05rem}
p{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}dt{color:#5b6966;white-space:pre-wrap;overflow-wrap:anywhere}dd{margin:0 0 .5rem;overflow-wrap:anywhere}td,th{text-align:start;padding:.2rem 1rem .2rem 0;vertical-align:top}`;

/** For HTML text and for double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** So much is escaped at a time: a note may have the texts of many pages. */
const PIECE = 16_000;

/** {@link escapeHtml} bit by bit, for texts of any length: what is sent in parts is made in parts. No letter is cut in two. */
export function* escapedInPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const isCut = /[\ud800-\udbff]/.test(text.charAt(from + PIECE - 1));
    const to = from + PIECE + Number(isCut);
    yield escapeHtml(text.slice(from, to));
    from = to;
  }
}

/** @param asOf an instant, ISO 8601 in UTC */
export function pageStart(title: string, asOf: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>As of ${utcTime(asOf)}.</p>
`;
}

export const PAGE_END = '</body></html>';

/**
 * A part of a page whose entries are made on the way.
 * @param entries says at its end what else is to be said of them @param told makes HTML of an entry, in parts
 */
export async function* section<Entry>(title: string, entries: AsyncGenerator<Entry, string | null | undefined>, told: (entry: Entry) => Iterable<string>): AsyncGenerator<string> {
  yield sectionStart(title);
  let entry = await entries.next();
  const isEmpty = entry.done === true;
  while (!entry.done) {
    yield* told(entry.value);
    yield '\n';
    entry = await entries.next();
  }
  yield `${isEmpty ? '<p>None.</p>' : ''}${entry.value ? `<p>${escapeHtml(entry.value)}</p>` : ''}${SECTION_END}`;
}

export function sectionStart(title: string): string {
  return `<section><h2>${escapeHtml(title)}</h2>`;
}

export const SECTION_END = '</section>\n';

/** @param inside HTML, in parts */
export function* article(title: string, line: string, body: string, list: readonly string[] = [], inside: Iterable<string> = []): Generator<string> {
  yield `<article><h3 dir="auto">${escapeHtml(title)}</h3>`;
  for (const text of [line, body]) if (text) yield* element('p', text);
  if (list.length > 0) yield '<ul>';
  for (const item of list) yield* element('li', item);
  if (list.length > 0) yield '</ul>';
  yield* inside;
  yield '</article>';
}

export function* facts(rows: readonly (readonly [string, string | null])[]): Generator<string> {
  yield '<dl>';
  for (const [label, value] of rows) {
    yield* element('dt', label);
    yield* element('dd', value || '–');
  }
  yield '</dl>';
}

function* element(name: string, text: string): Generator<string> {
  yield `<${name} dir="auto">`;
  yield* escapedInPieces(text);
  yield `</${name}>`;
}

/** @param instant ISO 8601 in UTC */
export function utcTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
