import { unparse } from 'papaparse';

/** A text that begins like a formula, and what may end a cell before one: also in another country's spreadsheet. */
const BEGINS = /^(?=[=+\-@＝＋－＠])/u;
/** From its first sign alone, so that a long one is read once. */
const BEFORE = /(?<![;,|\s"])[;,|\s"]+(?=[=+\-@＝＋－＠])/gu;
const CELL_END = /[;,|\t\r\n]/;

/** Tells a spreadsheet that the file is UTF-8; stands at its beginning. */
export const CSV_MARK = '\uFEFF';

/** Lines of a CSV file. What a spreadsheet would take for a formula is written as text. */
export function csvLines(rows: (string | number)[][]): string {
  const cells = rows.map((row) => row.map((value) => (typeof value === 'string' ? withoutFormulas(value) : value)));
  return `${unparse(cells, { quotes: true })}\r\n`;
}

function withoutFormulas(text: string): string {
  return text.replace(BEGINS, "'").replace(BEFORE, (run: string, at: number) => (at === 0 || CELL_END.test(run) ? `${run}'` : run));
}
