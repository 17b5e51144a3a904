import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameOrigin, readForm, redirect, sendJson, sendPage, sendText, type RequestHandler } from '../http/answers';
import { grantFor, readAuthorizeRequest, returnAddress, type AuthorizeRequest, type GoogleClient } from './authorize-request';
import { chooserPage, googlePolicy, refusedPage } from './google-pages';
import { ACCESS_TOKEN_LIVES_S, DEMO_THERAPIST, type GoogleAccount, type GoogleStore } from './google-store';
import { accountPicture } from './picture';

export interface GoogleOptions extends GoogleClient {
  /** The base that the API reaches the stand-in at, for the picture's address. */
  internalUrl: string;
}

/** `/dev/google`: Google's OAuth endpoints on loopback, strict where Google is strict. */
export function googleRoutes(store: GoogleStore, options: GoogleOptions): RequestHandler {
  return async (request, response, url) => {
    const [, , , part = '', name = ''] = url.pathname.split('/');
    if (part === 'authorize' && request.method === 'GET') return showChooser(store, options, response, url.searchParams, null);
    if (part === 'authorize' && request.method === 'POST') return decide(store, options, request, response);
    if (part === 'token' && request.method === 'POST') return token(store, options, request, response);
    if (part === 'userinfo' && (request.method === 'GET' || request.method === 'POST')) return userinfo(store, options, request, response);
    if (part === 'revoke' && request.method === 'POST') return revoke(store, request, response, url);
    if (part === 'pictures' && request.method === 'GET') return picture(store, response, name);
    return sendJson(response, 404, { error: 'not_found', error_description: 'The demo Google has no such endpoint.' });
  };
}

function showChooser(
  store: GoogleStore,
  options: GoogleOptions,
  response: ServerResponse,
  parameters: URLSearchParams,
  problem: string | null,
): void {
  const wanted = readAuthorizeRequest(parameters, options);
  const policy = googlePolicy(options.origins);
  if (typeof wanted === 'string') return sendPage(response, 400, refusedPage(wanted), policy);
  const known = store.accounts();
  return sendPage(response, problem === null ? 200 : 400, chooserPage(parameters, known, problem), policy);
}

async function decide(store: GoogleStore, options: GoogleOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request);
  if (form === null) return sendText(response, 413, 'Too long');
  if (!isSameOrigin(request)) return sendText(response, 403, 'This form belongs to the demo Google page.');
  const choice = form.get('choice') ?? '';
  const email = form.get('email') ?? '';
  form.delete('choice');
  form.delete('email');
  const wanted = readAuthorizeRequest(form, options);
  if (typeof wanted === 'string') return sendPage(response, 400, refusedPage(wanted), googlePolicy(options.origins));
  if (choice === 'deny') return redirect(response, returnAddress(wanted, { error: 'access_denied' }));
  const account = chosen(store, choice, email);
  if (account === null) return showChooser(store, options, response, form, 'Please type an email address, such as someone@example.com.');
  return redirect(response, returnAddress(wanted, consent(store, wanted, account)));
}

function consent(store: GoogleStore, wanted: AuthorizeRequest, account: GoogleAccount): Record<string, string> {
  return { code: store.issueCode(grantFor(wanted, account.sub)), scope: wanted.scope, authuser: '0', prompt: 'consent' };
}

function chosen(store: GoogleStore, choice: string, email: string): GoogleAccount | null {
  if (choice === 'demo') return DEMO_THERAPIST;
  if (choice === 'new') return store.newAccount();
  if (choice.startsWith('account:')) return store.account(choice.slice('account:'.length)) ?? null;
  const isAddress = email.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email.trim());
  return isAddress ? store.accountOf(email) : null;
}

async function token(store: GoogleStore, options: GoogleOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readForm(request);
  if (form === null) return sendText(response, 413, 'Too long');
  const basic = basicCredentials(request.headers.authorization);
  const id = basic?.id ?? form.get('client_id') ?? '';
  const secret = basic?.secret ?? form.get('client_secret') ?? '';
  if (id !== options.clientId || !isSame(secret, options.clientSecret)) return refuse(response, 401, 'invalid_client', 'Unauthorized');
  const kind = form.get('grant_type');
  if (kind === 'refresh_token') {
    const fresh = store.refresh(form.get('refresh_token') ?? '');
    if (fresh === null) return refuse(response, 400, 'invalid_grant', 'Token has been expired or revoked.');
    return sendTokens(response, fresh.accessToken, null, fresh.scope);
  }
  if (kind !== 'authorization_code') return refuse(response, 400, 'unsupported_grant_type', `Invalid grant_type: ${kind ?? ''}`);
  const code = form.get('code') ?? '';
  const grant = store.openGrant(code);
  if (grant === null) return refuse(response, 400, 'invalid_grant', 'Malformed auth code.');
  if (form.get('redirect_uri') !== grant.redirectUri) return refuse(response, 400, 'redirect_uri_mismatch', 'Bad Request');
  if (!verifies(form.get('code_verifier'), grant.challenge)) return refuse(response, 400, 'invalid_grant', 'Invalid code verifier.');
  const { accessToken, refreshToken } = store.redeem(code, grant);
  return sendTokens(response, accessToken, refreshToken, grant.scope);
}

function sendTokens(response: ServerResponse, accessToken: string, refreshToken: string | null, scope: string): void {
  sendJson(response, 200, {
    access_token: accessToken,
    expires_in: ACCESS_TOKEN_LIVES_S,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope,
    token_type: 'Bearer',
  });
}

function refuse(response: ServerResponse, status: number, error: string, description: string): void {
  sendJson(response, status, { error, error_description: description });
}

/** Without a challenge there must be no verifier either: a client that sends one believes it is protected. */
function verifies(verifier: string | null, challenge: string | null): boolean {
  if (challenge === null) return verifier === null;
  return verifier !== null && isSame(createHash('sha256').update(verifier).digest('base64url'), challenge);
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function basicCredentials(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic (.+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) };
}

/** The token counts in the header only: a token in an address ends up in logs. */
function userinfo(store: GoogleStore, options: GoogleOptions, request: IncomingMessage, response: ServerResponse): void {
  const bearer = store.bearer(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  if (bearer === null) {
    sendJson(response, 401, { error: 'invalid_request', error_description: 'Invalid Credentials' }, { 'www-authenticate': 'Bearer realm="demo Google"' });
    return;
  }
  const { account, scope } = bearer;
  const scopes = scope.split(' ');
  const has = (name: string): boolean => scopes.includes(name) || scopes.includes(`https://www.googleapis.com/auth/userinfo.${name}`);
  sendJson(response, 200, {
    sub: account.sub,
    ...(has('profile')
      ? {
          name: account.name,
          given_name: account.given_name,
          family_name: account.family_name,
          picture: `${options.internalUrl}/pictures/${account.sub}.png`,
        }
      : {}),
    ...(has('email') ? { email: account.email, email_verified: true } : {}),
  });
}

async function revoke(store: GoogleStore, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const form = await readForm(request);
  const secret = form?.get('token') ?? url.searchParams.get('token') ?? '';
  if (!store.revoke(secret)) return refuse(response, 400, 'invalid_token', 'Token expired or revoked');
  return sendJson(response, 200, {});
}

function picture(store: GoogleStore, response: ServerResponse, name: string): void {
  const sub = name.replace(/\.png$/, '');
  if (store.account(sub) === undefined) return sendText(response, 404, 'Not found');
  const bytes = accountPicture(sub);
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  response.end(bytes);
}
