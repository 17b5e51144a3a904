import { escapeHtml } from '../http/answers';
import { scopesOf, type AuthorizeRequest } from './authorize-request';
import { hiddenFields, page } from './google-pages';
import type { GoogleAccount } from './google-store';
import { isCalendarScope, scopeWords } from './scopes';

/** What Attune asks for, each thing with a tick that its owner may take away. @param before what they agreed to, which is named where it is joined */
export function consentPage(parameters: URLSearchParams, wanted: AuthorizeRequest, account: GoogleAccount, before: string[]): string {
  const ticks = scopesOf(wanted)
    .filter(isCalendarScope)
    .map((scope) => `<label class="tick"><input type="checkbox" name="granted" value="${escapeHtml(scope)}" checked> <span>${escapeHtml(scopeWords(scope))}</span></label>`)
    .join('');
  const kept = wanted.addsGranted ? before.filter((scope) => isCalendarScope(scope) && !scopesOf(wanted).includes(scope)) : [];
  const had = kept.length > 0 ? `<h2>Attune already has some access</h2><ul>${kept.map((scope) => `<li>${escapeHtml(scopeWords(scope))}</li>`).join('')}</ul>` : '';
  const others = new URLSearchParams(parameters);
  others.delete('login_hint');
  return page(
    'Attune wants access - demo Google',
    `<h1>Attune wants access to your Google Account</h1><p>${escapeHtml(account.email)}</p>
<form method="post" action="/dev/google/authorize">${hiddenFields(parameters)}<input type="hidden" name="step" value="consent">
<fieldset><legend>Select what Attune can access</legend>${ticks}</fieldset>${had}
<button class="plain" name="choice" value="account:${escapeHtml(account.sub)}"><strong>Continue</strong></button>
<button class="plain" name="choice" value="deny">Cancel</button></form>
<p><a href="/dev/google/authorize?${escapeHtml(others.toString())}">Use another account</a></p>`,
  );
}
