import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameOrigin, readForm, redirect, sendPage, sendText, type RequestHandler } from '../http/answers';
import { grantFor, needsConsent, readAuthorizeRequest, returnAddress, scopesOf, type AuthorizeRequest, type GoogleClient } from './authorize-request';
import { consentPage } from './consent-page';
import { chooserPage, googlePolicy, refusedPage } from './google-pages';
import { DEMO_THERAPIST, type GoogleAccount, type GoogleStore } from './google-store';
import { isCalendarScope } from './scopes';

/** `/dev/google/authorize`: who somebody is, and for calendars what they agree to, scope by scope. */
export function authorizeRoutes(store: GoogleStore, client: GoogleClient): RequestHandler {
  return (request, response, url) => {
    if (request.method === 'POST') return decide(store, client, request, response);
    if (request.method === 'GET') return begin(store, client, response, url.searchParams);
    return sendText(response, 405, 'Method not allowed', { allow: 'GET, POST' });
  };
}

function begin(store: GoogleStore, client: GoogleClient, response: ServerResponse, parameters: URLSearchParams): void {
  const wanted = readAuthorizeRequest(parameters, client);
  const hinted = typeof wanted === 'string' ? undefined : hintedAccount(store, wanted);
  const goesStraightOn = typeof wanted !== 'string' && hinted !== undefined && asksForCalendars(wanted) && !(parameters.get('prompt') ?? '').includes('select_account');
  if (goesStraightOn) return sendPage(response, 200, consentPage(parameters, wanted, hinted, store.consentOf(hinted.sub)), googlePolicy(client.origins));
  return showChooser(store, client, response, parameters, null);
}

function showChooser(store: GoogleStore, client: GoogleClient, response: ServerResponse, parameters: URLSearchParams, problem: string | null): void {
  const wanted = readAuthorizeRequest(parameters, client);
  const policy = googlePolicy(client.origins);
  if (typeof wanted === 'string') return sendPage(response, 400, refusedPage(wanted), policy);
  const hinted = hintedAccount(store, wanted);
  const known = store.accounts();
  const sorted = hinted === undefined ? known : [hinted, ...known.filter(({ sub }) => sub !== hinted.sub)];
  const others = sorted.filter(({ sub }) => sub !== DEMO_THERAPIST.sub);
  return sendPage(response, problem === null ? 200 : 400, chooserPage(parameters, others, problem), policy);
}

/** A form of these pages names its step; who answers without one agrees to everything at once. */
async function decide(store: GoogleStore, client: GoogleClient, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request);
  if (form === null) return sendText(response, 413, 'Too long');
  if (!isSameOrigin(request)) return sendText(response, 403, 'This form belongs to the demo Google page.');
  const choice = form.get('choice') ?? '';
  const email = form.get('email') ?? '';
  const step = form.get('step');
  const ticked = form.getAll('granted');
  for (const name of ['choice', 'email', 'step', 'granted']) form.delete(name);
  const wanted = readAuthorizeRequest(form, client);
  if (typeof wanted === 'string') return sendPage(response, 400, refusedPage(wanted), googlePolicy(client.origins));
  if (choice === 'deny') return redirect(response, returnAddress(wanted, { error: 'access_denied' }));
  const account = chosen(store, choice, email);
  if (account === null) return showChooser(store, client, response, form, 'Please type an email address, such as someone@example.com.');
  const before = store.consentOf(account.sub);
  if (step === 'choose' && asksForCalendars(wanted) && needsConsent(wanted, before)) {
    return sendPage(response, 200, consentPage(form, wanted, account, before), googlePolicy(client.origins));
  }
  const isPicked = step === 'consent' || ticked.length > 0;
  const agreed = scopesOf(wanted).filter((scope) => !isPicked || !isCalendarScope(scope) || ticked.includes(scope));
  const grant = grantFor(wanted, account.sub, agreed, before);
  return redirect(response, returnAddress(wanted, { code: store.issueCode(grant), scope: grant.scope, authuser: '0', prompt: 'consent' }));
}

function asksForCalendars(wanted: AuthorizeRequest): boolean {
  return scopesOf(wanted).some(isCalendarScope);
}

function hintedAccount(store: GoogleStore, { loginHint }: AuthorizeRequest): GoogleAccount | undefined {
  return loginHint === null ? undefined : (store.findByEmail(loginHint) ?? store.account(loginHint));
}

function chosen(store: GoogleStore, choice: string, email: string): GoogleAccount | null {
  if (choice === 'demo') return DEMO_THERAPIST;
  if (choice === 'new') return store.newAccount();
  if (choice.startsWith('account:')) return store.account(choice.slice('account:'.length)) ?? null;
  const isAddress = email.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email.trim());
  return isAddress ? store.accountOf(email) : null;
}
