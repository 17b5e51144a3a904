import { escapeHtml } from '../http/answers';
import type { CaughtMail } from './mailbox';

/** The inbox runs no script; the mail inside the frame is another document with a policy of its own. */
export const INBOX_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A mail's own HTML: no script, no request anywhere but inlined pictures; links open beside the inbox. */
export const BODY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,CanvasText 18%,Canvas);--soft:color-mix(in srgb,CanvasText 66%,Canvas);--accent:light-dark(#3b5d50,#9ccbb8)}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
header{display:flex;gap:1rem;align-items:center;justify-content:space-between;flex-wrap:wrap;margin-bottom:1rem}
h1{font-size:1.4rem;margin:0;overflow-wrap:anywhere}
a{color:var(--accent)}
button{font:inherit;padding:.5rem 1rem;min-height:44px;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit;cursor:pointer}
.note,.meta{color:var(--soft);margin:0}
ul{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
li a{display:grid;gap:.1rem;padding:.75rem .25rem;border-bottom:1px solid var(--line);text-decoration:none;color:inherit}
li a:hover strong,li a:focus-visible strong{text-decoration:underline}
li strong,.meta,pre{overflow-wrap:anywhere}
iframe{width:100%;height:70vh;min-height:24rem;border:1px solid var(--line);border-radius:.5rem;background:#fff;margin-top:1rem}
pre{white-space:pre-wrap;border:1px solid var(--line);border-radius:.5rem;padding:1rem;max-height:24rem;overflow:auto}
dl{display:grid;grid-template-columns:auto 1fr;gap:.15rem .75rem;margin:1rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

/** Every mail with a line, newest first. */
export function inboxPage(mails: CaughtMail[], to: string | undefined): string {
  const rows = mails
    .map(
      (mail) => `<li><a href="/dev/mail/view/${mail.id}"><strong dir="auto">${escapeHtml(mail.subject || '(no subject)')}</strong>
<span>${escapeHtml(mail.to)}</span><time class="meta" datetime="${mail.received_at}">${when(mail.received_at)}</time></a></li>`,
    )
    .join('');
  const filter = to === undefined ? '' : `<p>Only mail to ${escapeHtml(to)}. <a href="/dev/mail">Show all</a></p>`;
  const list = mails.length === 0 ? '<p>No mail yet. What Attune sends appears here; load the page again to see it.</p>' : `<ul>${rows}</ul>`;
  const clear = mails.length === 0 ? '' : '<form method="post" action="/dev/mail/clear"><button>Delete all</button></form>';
  return page(
    'Demo inbox',
    `<header><div><h1>Demo inbox</h1><p class="note">Mail sent by this local Attune. Nothing leaves this machine.</p></div>${clear}</header>
<main>${filter}${list}</main>`,
  );
}

/** One mail: its headers, the HTML in a closed frame, the text, and what is attached. */
export function mailPage(mail: CaughtMail): string {
  const frame =
    mail.html === ''
      ? ''
      : `<iframe title="The mail as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/body/${mail.id}"></iframe>`;
  const files = mail.attachments
    .map(
      (file, index) =>
        `<h2>${escapeHtml(file.filename || 'Unnamed part')}</h2>
<p class="meta">${escapeHtml(file.content_type)} · <a href="/dev/mail/attachment/${mail.id}/${index}">Download</a></p><pre>${escapeHtml(file.text)}</pre>`,
    )
    .join('');
  return page(
    mail.subject || '(no subject)',
    `<header><a href="/dev/mail">All mail</a></header><main><h1 dir="auto">${escapeHtml(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>Received</dt><dd><time datetime="${mail.received_at}">${when(mail.received_at)}</time></dd></dl>
${frame}<h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>${files}</main>`,
  );
}

/** Links of a mail must not load inside the frame. */
export function mailBody(mail: CaughtMail): string {
  return `<!doctype html><base target="_blank">${mail.html}`;
}

function when(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
