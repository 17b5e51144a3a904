import { renderHtml } from './mail-html';
import type { OutgoingMail } from './mailer';

/** A run of text: plain, or a person's name, which keeps its own direction. */
export type Run = string | { name: string };

/** What a mail says, before it is a text or a page. */
export type Block =
  | { kind: 'sentence'; runs: Run[] }
  | { kind: 'code'; label: string; code: string }
  | { kind: 'facts'; rows: Fact[] }
  /** `strong`: the one button of a mail. */
  | { kind: 'link'; label: string; url: string; strong?: boolean }
  /** What somebody does who did not cause the mail; `asks` in other words than 'Not you?'. */
  | { kind: 'not-you'; runs: Run[]; asks?: string }
  /** Below everything: why the mail was sent. */
  | { kind: 'small'; text: string };

/** One row of a mail's facts. */
export interface Fact {
  label: string;
  lines: string[];
}

export interface MailDocument {
  title: string;
  blocks: Block[];
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** The mail that says what a document says, under its title. */
export function mailOf(document: MailDocument, about: Pick<OutgoingMail, 'messageId' | 'to' | 'inNameOf' | 'headers'>): OutgoingMail {
  return { ...about, subject: document.title, text: renderText(document), html: renderHtml(document) };
}

export function renderText({ blocks }: MailDocument): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'sentence':
      return runsText(block.runs);
    case 'code':
      return `${block.label}: ${block.code}`;
    case 'facts':
      return block.rows.map(({ label, lines }) => `${label}: ${lines.join(', ')}`).join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'not-you':
      return `${block.asks ?? 'Not you?'} ${runsText(block.runs)}`;
    case 'small':
      return block.text;
  }
}

function runsText(runs: readonly Run[]): string {
  return runs.map((run) => (typeof run === 'string' ? run : isolated(run.name))).join('');
}

/** Keeps a right-to-left name from turning the punctuation around it; other names need no marks. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}` : name;
}
