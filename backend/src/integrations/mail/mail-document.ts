/** A run of text: plain, or a person's name, which keeps its own direction. */
export type Run = string | { name: string };

/** What a mail says, before it is a text or a page. */
export type Block =
  | { kind: 'sentence'; runs: Run[] }
  | { kind: 'facts'; rows: { label: string; lines: string[] }[] }
  | { kind: 'link'; label: string; url: string; strong?: boolean }
  | { kind: 'small'; text: string };

export interface MailDocument {
  title: string;
  blocks: Block[];
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

export function renderText({ blocks }: MailDocument): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}

export function renderHtml({ title, blocks }: MailDocument): string {
  return [
    '<!doctype html>',
    '<html lang="en" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif">',
    `<main style="max-width:560px;margin:0 auto"><h1 style="font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...blocks.map(blockHtml),
    '</main></body></html>',
  ].join('\n');
}

/** For HTML text and for double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'sentence':
      return block.runs.map((run) => (typeof run === 'string' ? run : isolated(run.name))).join('');
    case 'facts':
      return block.rows.map(({ label, lines }) => `${label}: ${lines.join(', ')}`).join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'small':
      return block.text;
  }
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'sentence':
      return `<p>${block.runs.map((run) => (typeof run === 'string' ? escapeHtml(run) : `<span dir="auto">${escapeHtml(run.name)}</span>`)).join('')}</p>`;
    case 'facts':
      return `<dl style="margin:16px 0">${block.rows.map(factHtml).join('')}</dl>`;
    case 'link':
      return `<p${block.strong ? ' style="font-weight:600"' : ''}><a href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`;
    case 'small':
      return `<p style="font-size:14px">${escapeHtml(block.text)}</p>`;
  }
}

function factHtml({ label, lines }: { label: string; lines: string[] }): string {
  return `<dt style="font-size:14px">${escapeHtml(label)}</dt><dd style="margin:0 0 12px;font-weight:600">${lines.map(escapeHtml).join('<br>')}</dd>`;
}

/** Keeps a right-to-left name from turning the punctuation around it; other names need no marks. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}` : name;
}
