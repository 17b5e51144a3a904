import { unparse } from 'papaparse';
import { mapInTurns } from '../process/in-turns';

/** A text that begins like a formula, and what may end a cell before one: also in another country's spreadsheet. From the last end of a cell alone, so that a long run of them is read once. */
const BEGINS = /^(?:(?![|\t\r\n])[\s"])*(?=[=+\-@＝＋－＠])/u;
const AFTER_CELL = /[;,|\t\r\n](?:(?![|\t\r\n])[\s"])*(?=[=+\-@＝＋－＠])/gu;

/** Tells a spreadsheet that the file is UTF-8; stands at its beginning. */
export const CSV_MARK = '\uFEFF';

/** Lines of a CSV file. What a spreadsheet would take for a formula is written as text. */
export function csvLines(rows: (string | number)[][]): string {
  const cells = rows.map((row) => row.map((value) => (typeof value === 'string' ? withoutFormulas(value) : value)));
  return `${unparse(cells, { quotes: true })}\r\n`;
}

/** The same of rows that may be long, line by line: what others ask is answered in between. */
export async function csvInTurns(rows: (string | number)[][]): Promise<string> {
  return (await mapInTurns(rows, (row) => csvLines([row]))).join('');
}

function withoutFormulas(text: string): string {
  return text.replace(BEGINS, "$&'").replace(AFTER_CELL, "$&'");
}
