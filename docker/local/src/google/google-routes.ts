import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm, sendJson, sendText, type RequestHandler } from '../http/answers';
import type { GoogleClient } from './authorize-request';
import { authorizeRoutes } from './authorize-routes';
import { calendarPageRoutes } from './calendar/calendar-page-routes';
import { calendarRoutes } from './calendar/calendar-routes';
import { controlRoutes } from './calendar/control-routes';
import { interfere } from './calendar/calendar-faults';
import { googleCalendar } from './calendar/google-calendar';
import { ACCESS_TOKEN_LIVES_S, type GoogleStore } from './google-store';
import { identityToken, tellsOf } from './identity-token';
import { accountPicture } from './picture';

export interface GoogleOptions extends GoogleClient {
  /** The base that the API reaches the stand-in at, for the picture's address. */
  internalUrl: string;
  /** The calendar's page as people reach it; without one, events link to Google's own. */
  calendarUrl?: string;
}

/** `/dev/google`: Google's OAuth endpoints, Calendar v3 and a page for the calendar on loopback, strict where Google is strict. */
export function googleRoutes(store: GoogleStore, options: GoogleOptions): RequestHandler {
  const google = googleCalendar(store);
  if (options.calendarUrl !== undefined) google.eventPage = options.calendarUrl;
  const authorize = authorizeRoutes(store, options);
  const calendar = calendarRoutes(google, store);
  const calendarPage = calendarPageRoutes(google, store);
  const control = controlRoutes(google);
  return async (request, response, url) => {
    const [, , , part = '', name = ''] = url.pathname.split('/');
    if (part === 'control' && request.method === 'POST') return control(request, response, url);
    if (await interfere(google.faults.take(request.method ?? 'GET', url.pathname), response, store.now())) return;
    if (part === 'calendar' && name === 'v3') return calendar(request, response, url);
    if (part === 'calendar' && name === '') return calendarPage(request, response, url);
    if (part === 'authorize') return authorize(request, response, url);
    if (part === 'token' && request.method === 'POST') return token(store, options, request, response);
    if (part === 'userinfo' && (request.method === 'GET' || request.method === 'POST')) return userinfo(store, options, request, response);
    if (part === 'revoke' && request.method === 'POST') return revoke(store, request, response, url);
    if (part === 'pictures' && request.method === 'GET') return picture(store, response, name);
    return sendJson(response, 404, { error: 'not_found', error_description: 'The demo Google has no such endpoint.' });
  };
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
    return sendTokens(store, options, response, fresh.accessToken, null);
  }
  if (kind !== 'authorization_code') return refuse(response, 400, 'unsupported_grant_type', `Invalid grant_type: ${kind ?? ''}`);
  const code = form.get('code') ?? '';
  const grant = store.openGrant(code);
  if (grant === null) return refuse(response, 400, 'invalid_grant', 'Malformed auth code.');
  if (form.get('redirect_uri') !== grant.redirectUri) return refuse(response, 400, 'redirect_uri_mismatch', 'Bad Request');
  if (!verifies(form.get('code_verifier'), grant.challenge)) return refuse(response, 400, 'invalid_grant', 'Invalid code verifier.');
  const { accessToken, refreshToken } = store.redeem(code, grant);
  return sendTokens(store, options, response, accessToken, refreshToken);
}

function sendTokens(store: GoogleStore, { clientId }: GoogleOptions, response: ServerResponse, accessToken: string, refreshToken: string | null): void {
  const bearer = store.bearer(accessToken);
  if (bearer === null) return refuse(response, 400, 'invalid_grant', 'Bad Request');
  const idToken = identityToken({ ...bearer, accessToken, clientId, now: store.now() });
  sendJson(response, 200, {
    access_token: accessToken,
    expires_in: ACCESS_TOKEN_LIVES_S,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: bearer.scope,
    token_type: 'Bearer',
    ...(idToken === null ? {} : { id_token: idToken }),
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
  const has = tellsOf(scope);
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
