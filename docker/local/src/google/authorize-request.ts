import type { Grant } from './google-store';

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  /** Origins whose /api/ paths may be returned to. */
  origins: string[];
}

export interface AuthorizeRequest {
  redirectUri: string;
  scope: string;
  state: string | null;
  challenge: string | null;
  offline: boolean;
  /** Asked again, whatever was agreed to before. */
  asksConsent: boolean;
  addsGranted: boolean;
  loginHint: string | null;
}

/** The parameters of Google's authorisation endpoint, or why they are refused (shown as a page, never sent back: the return address may be false). */
export function readAuthorizeRequest(parameters: URLSearchParams, client: GoogleClient): AuthorizeRequest | string {
  if (parameters.get('client_id') !== client.clientId) return 'Error 401: invalid_client. The OAuth client was not found.';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (!isRegistered(redirectUri, client)) return 'Error 400: redirect_uri_mismatch. This return address is not registered.';
  if (parameters.get('response_type') !== 'code') return 'Error 400: invalid_request. response_type must be "code".';
  const scope = (parameters.get('scope') ?? '').trim();
  if (scope === '') return 'Error 400: invalid_request. Missing required parameter: scope.';
  const challenge = parameters.get('code_challenge');
  if (challenge !== null && parameters.get('code_challenge_method') !== 'S256') {
    return 'Error 400: invalid_request. code_challenge_method must be S256.';
  }
  return {
    redirectUri,
    scope,
    state: parameters.get('state'),
    challenge,
    offline: parameters.get('access_type') === 'offline',
    asksConsent: (parameters.get('prompt') ?? '').split(' ').includes('consent'),
    addsGranted: parameters.get('include_granted_scopes') === 'true',
    loginHint: parameters.get('login_hint'),
  };
}

function isRegistered(redirectUri: string, client: GoogleClient): boolean {
  try {
    const url = new URL(redirectUri);
    return client.origins.includes(url.origin) && url.pathname.startsWith('/api/') && url.hash === '';
  } catch {
    return false;
  }
}

/** What the person agreed to. A refresh token comes with a consent that was really asked for, not with each return. */
export function grantFor(request: AuthorizeRequest, sub: string, agreed: string[], before: string[]): Grant {
  const { redirectUri, challenge } = request;
  const scopes = request.addsGranted ? [...agreed, ...before.filter((scope) => !agreed.includes(scope))] : agreed;
  return { sub, scope: scopes.join(' '), redirectUri, challenge, offline: request.offline && needsConsent(request, before) };
}

export function needsConsent(request: AuthorizeRequest, before: string[]): boolean {
  return request.asksConsent || !scopesOf(request).every((scope) => before.includes(scope));
}

export function scopesOf({ scope }: AuthorizeRequest): string[] {
  return scope.split(/\s+/);
}

/** The return address with the answer, the state passed through as it came. */
export function returnAddress(request: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirectUri);
  if (request.state !== null) url.searchParams.set('state', request.state);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}
