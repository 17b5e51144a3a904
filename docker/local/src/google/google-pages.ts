import { escapeHtml } from '../http/answers';
import { DEMO_THERAPIST, type GoogleAccount } from './google-store';

/** No script; the form's answer redirects back to the product, which may go by either of its local names. */
export function googlePolicy(origins: string[]): string {
  return `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
}

const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,CanvasText 20%,Canvas);--soft:color-mix(in srgb,CanvasText 68%,Canvas);--accent:light-dark(#1a5fb4,#99c1f1)}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;padding:1rem}
body{background:light-dark(#f6f7f9,#16181c)}main{width:min(26rem,100%);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;background:light-dark(#fff,#1e2126)}main.wide{width:min(44rem,100%)}
.badge{display:inline-block;border:1px solid var(--accent);color:var(--accent);border-radius:2rem;padding:.1rem .75rem;font-size:.875rem}
h1{font-size:1.35rem;margin:.75rem 0 .25rem}h2{font-size:1rem;margin:1.25rem 0 .5rem}
p{margin:0 0 1rem;color:var(--soft)}
main,form{min-width:0}button,input,select{min-width:0;max-width:100%;font:inherit;width:100%;min-height:48px;border-radius:.6rem;border:1px solid var(--line);padding:.5rem .75rem;background:transparent;color:inherit}
button{cursor:pointer;text-align:start;margin-bottom:.5rem}
button:hover{border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button strong,button span{display:block;overflow-wrap:anywhere}button small{display:block;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.choice{display:flex;gap:.75rem;align-items:center}.choice img{border-radius:50%;flex:none}
.plain{text-align:center}
label{display:block;margin-bottom:.25rem}
fieldset{border:1px solid var(--line);border-radius:.6rem;margin:0 0 1rem;padding:.5rem .75rem;min-width:0}legend{padding:0 .25rem}
.tick{display:flex;gap:.75rem;align-items:center;min-height:48px;margin:0 0 .5rem}.tick input{width:24px;height:24px;min-height:24px;flex:none}
a{color:var(--accent)}nav a{display:inline-block;padding:.75rem .75rem .75rem 0}p{overflow-wrap:anywhere}form input,form select{margin-bottom:.5rem}
ul{list-style:none;margin:0 0 1rem;padding:0}li{padding:.5rem 0;overflow-wrap:anywhere}li small{display:block;color:var(--soft)}
.events li{border-top:1px solid var(--line)}.events strong,.events span{display:block}.events span{color:var(--soft)}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--accent);text-decoration:underline}
option{background:Canvas;color:CanvasText}`;

/** A page of the demo Google; a wide one holds more than a form. */
export function page(title: string, body: string, width: 'narrow' | 'wide' = 'narrow'): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main class="${width}"><span class="badge">demo Google</span>${body}</main></body></html>`;
}

function choice(account: GoogleAccount, value: string, title: string): string {
  return `<button class="choice" name="choice" value="${escapeHtml(value)}">
<img src="/dev/google/pictures/${escapeHtml(account.sub)}.png" alt="" width="40" height="40">
<span><strong>${escapeHtml(title)}</strong><small>${escapeHtml(account.email)}</small></span></button>`;
}

/** Parameters that travel in a form and are checked again when it comes back. */
export function hiddenFields(parameters: URLSearchParams): string {
  return [...parameters].map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join('');
}

/** Whom to sign in as. The request's own parameters travel in the form and are checked again when it comes back. */
export function chooserPage(parameters: URLSearchParams, known: GoogleAccount[], problem: string | null): string {
  const hidden = `${hiddenFields(parameters)}<input type="hidden" name="step" value="choose">`;
  const before = known.slice(0, 4).map((account) => choice(account, `account:${account.sub}`, account.name));
  return page(
    'Sign in - demo Google',
    `<h1>Choose an account</h1><p>This is not Google: it stands in for it on this machine, so nobody needs a Google account to try Attune.</p>
<form method="post" action="/dev/google/authorize">${hidden}
${choice(DEMO_THERAPIST, 'demo', 'Demo therapist')}
<button name="choice" value="new"><strong>New therapist</strong><small>A person who has never signed in</small></button>
${before.length === 0 ? '' : `<h2>Signed in here before</h2>${before.join('')}`}
</form>
<form method="post" action="/dev/google/authorize">${hidden}
<h2><label for="email">Type an address</label></h2>
${problem === null ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${escapeHtml(parameters.get('login_hint') ?? '')}" placeholder="someone@example.com">
<button class="plain" name="choice" value="email" style="margin-top:.5rem">Continue</button>
</form>
<form method="post" action="/dev/google/authorize">${hidden}<button class="plain" name="choice" value="deny">Deny</button></form>`,
  );
}

/** A request that must not be answered by a redirect. */
export function refusedPage(reason: string): string {
  return page('Access blocked - demo Google', `<h1>Access blocked</h1><p>${escapeHtml(reason)}</p>`);
}
