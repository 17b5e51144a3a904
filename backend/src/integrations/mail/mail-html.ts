import { escapeHtml } from '../../common/http/record-page';
import type { Block, MailDocument, Run } from './mail-document';

/** The colours of the pages. A mail program that knows no style sheet shows the light ones, which stand at their elements. */
const LIGHT = { page: '#faf8f4', card: '#ffffff', ink: '#1c2826', soft: '#5b6966', line: '#e3ded3', accent: '#1f5f57', onAccent: '#ffffff', mark: '#e2efec' };
const DARK = { page: '#131a19', card: '#1b2423', ink: '#eaf0ee', soft: '#9daca8', line: '#2c3836', accent: '#6fc3b4', onAccent: '#0f211e', mark: '#1e3733' };

const TEXT = "font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY = "font-family:Newsreader,Georgia,'Times New Roman',serif";

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.page{padding:12px 8px!important}.card{padding:20px!important}.code{font-size:30px!important;letter-spacing:.18em!important}}
@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}
.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.link{color:${DARK.accent}!important}
.line{border-color:${DARK.line}!important}
.mark{background:${DARK.mark}!important}
.button{background:${DARK.accent}!important}
.pressed{color:${DARK.onAccent}!important}
}`;

export function renderHtml({ title, blocks }: MailDocument): string {
  const [footer] = blocks.filter((block) => block.kind === 'small');
  return [
    '<!doctype html>',
    '<html lang="en" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body class="page" style="margin:0;padding:24px 16px;background:${LIGHT.page};${TEXT};font-size:16px;line-height:1.5">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">',
    '<div style="max-width:560px;margin:0 auto;text-align:left">',
    BRAND,
    `<main class="card" style="display:block;padding:28px 32px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:16px">`,
    `<h1 class="ink" style="margin:0 0 16px;${DISPLAY};font-size:24px;line-height:1.25;font-weight:600;color:${LIGHT.ink}">${escapeHtml(title)}</h1>`,
    ...blocks.filter((block) => block !== footer).map(blockHtml),
    '</main>',
    footer ? `<footer style="display:block">${blockHtml(footer)}</footer>` : '',
    '</div></td></tr></table></body></html>',
  ].join('\n');
}

/** Drawn of text alone: a picture would be fetched, or not shown. */
const BRAND = `<header style="display:block;margin:0 4px 14px;line-height:28px"><span class="button pressed" aria-hidden="true" style="display:inline-block;width:28px;height:28px;border-radius:8px;background:${LIGHT.accent};color:${LIGHT.onAccent};${DISPLAY};font-size:18px;line-height:28px;text-align:center">A</span><span class="ink" style="${DISPLAY};font-size:20px;line-height:28px;color:${LIGHT.ink};vertical-align:top">&nbsp; Attune</span></header>`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'sentence':
      return `<p class="ink" style="margin:0 0 16px;color:${LIGHT.ink}">${runsHtml(block.runs)}</p>`;
    case 'code':
      return codeHtml(block);
    case 'facts':
      return `<dl class="line" style="margin:0 0 20px;padding:16px 0 4px;border-top:1px solid ${LIGHT.line};border-bottom:1px solid ${LIGHT.line}">${block.rows.map(factHtml).join('')}</dl>`;
    case 'link':
      return block.strong ? buttonHtml(block) : `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(block.url)}" style="color:${LIGHT.accent};font-weight:600">${escapeHtml(block.label)}</a></p>`;
    case 'not-you':
      return `<p class="soft line" style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.line};font-size:15px;color:${LIGHT.soft}"><strong class="ink" style="color:${LIGHT.ink}">${block.asks ?? 'Not you?'}</strong> ${runsHtml(block.runs)}</p>`;
    case 'small':
      return `<p class="soft" style="margin:14px 4px 0;font-size:13px;color:${LIGHT.soft}">${escapeHtml(block.text)}</p>`;
  }
}

/** Wide by its style alone: copied or read aloud, the digits are one number. */
function codeHtml({ label, code }: { label: string; code: string }): string {
  return [
    `<p class="soft" style="margin:0 0 4px;font-size:14px;color:${LIGHT.soft}">${escapeHtml(label)}</p>`,
    `<p style="margin:0 0 20px"><span class="code mark ink" style="display:inline-block;padding:10px 8px 10px 20px;border-radius:10px;background:${LIGHT.mark};color:${LIGHT.ink};font-size:36px;line-height:1.2;font-weight:700;letter-spacing:.3em;font-variant-numeric:tabular-nums">${escapeHtml(code)}</span></p>`,
  ].join('');
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr><td class="button" style="border-radius:10px;background:${LIGHT.accent}">` +
    `<a class="pressed" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;color:${LIGHT.onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
  );
}

function factHtml({ label, lines }: { label: string; lines: string[] }): string {
  return (
    `<dt class="soft" style="font-size:14px;color:${LIGHT.soft}">${escapeHtml(label)}</dt>` +
    `<dd class="ink" style="margin:0 0 12px;font-weight:600;color:${LIGHT.ink}">${lines.map(escapeHtml).join('<br>')}</dd>`
  );
}

function runsHtml(runs: readonly Run[]): string {
  return runs.map((run) => (typeof run === 'string' ? escapeHtml(run) : `<span dir="auto">${escapeHtml(run.name)}</span>`)).join('');
}
