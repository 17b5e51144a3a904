import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { googleRoutes } from '../src/google/google-routes';
import { GoogleStore } from '../src/google/google-store';
import { temporaryFolder } from './temporary-folder';

const file = join(temporaryFolder(), 'google.json');
const client = { clientId: 'attune-local', clientSecret: 'secret+/=' };
const returnTo = 'http://localhost:3000/api/auth/google/callback';
let server: Server;
let base: string;
let now = Date.now();

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dev/google`;
  const store = new GoogleStore(file, () => now);
  const handler = googleRoutes(store, { ...client, origins: ['http://localhost:3000'], internalUrl: base });
  server.on('request', (request, response) => void handler(request, response, new URL(request.url ?? '/', base)));
});

afterAll(() => server.close());

const verifier = randomBytes(32).toString('base64url');
const question = (over: Record<string, string> = {}): Record<string, string> => ({
  client_id: client.clientId,
  redirect_uri: returnTo,
  response_type: 'code',
  scope: 'profile email openid',
  state: 'st&te',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  ...over,
});

async function choose(choice: Record<string, string>, over: Record<string, string> = {}): Promise<URL> {
  const body = new URLSearchParams({ ...question(over), ...choice });
  const answer = await fetch(`${base}/authorize`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '');
}

async function exchange(over: Record<string, string> = {}): Promise<{ status: number; body: Record<string, string> }> {
  const fields = { grant_type: 'authorization_code', client_id: client.clientId, client_secret: client.clientSecret, redirect_uri: returnTo, code_verifier: verifier };
  const answer = await fetch(`${base}/token`, { method: 'POST', body: new URLSearchParams({ ...fields, ...over }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function person(accessToken: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${base}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
  return (await answer.json()) as Record<string, unknown>;
}

async function signIn(choice: Record<string, string>, over: Record<string, string> = {}): Promise<Record<string, string>> {
  const code = (await choose(choice, over)).searchParams.get('code') ?? '';
  return (await exchange({ code })).body;
}

test('offers the four choices, says what it is, and runs no script', async () => {
  const answer = await fetch(`${base}/authorize?${new URLSearchParams(question()).toString()}`);
  const page = await answer.text();
  for (const text of ['demo Google', 'Demo therapist', 'New therapist', 'Type an address', 'Deny']) expect(page).toContain(text);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('signs the demo therapist in, state passed through', async () => {
  const back = await choose({ choice: 'demo' });
  expect(back.origin + back.pathname).toBe(returnTo);
  expect(back.searchParams.get('state')).toBe('st&te');
  const tokens = await exchange({ code: back.searchParams.get('code') ?? '' });
  expect(tokens).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'profile email openid' } });
  const profile = await person(tokens.body.access_token ?? '');
  expect(profile).toMatchObject({ sub: 'demo-therapist', name: 'Amélie Okonkwo-Reyes', email: 'amelie@demo.attune.example', email_verified: true });
  const picture = await fetch(String(profile.picture));
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await picture.arrayBuffer()).subarray(1, 4).toString()).toBe('PNG');
});

test('a new therapist is new each time; a typed address stays the same person, also after a restart', async () => {
  const first = await person((await signIn({ choice: 'new' })).access_token ?? '');
  const second = await person((await signIn({ choice: 'new' })).access_token ?? '');
  expect(first.sub).not.toBe(second.sub);
  const typed = await person((await signIn({ choice: 'email', email: ' Ada.Byron@Example.com ' })).access_token ?? '');
  expect(typed).toMatchObject({ email: 'ada.byron@example.com', name: 'Ada Byron' });
  expect((await person((await signIn({ choice: 'email', email: 'ada.byron@example.com' })).access_token ?? '')).sub).toBe(typed.sub);
  expect(new GoogleStore(file).accountOf('ada.byron@example.com').sub).toBe(typed.sub);
});

test('deny goes back without a code', async () => {
  const back = await choose({ choice: 'deny' });
  expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'st&te' });
});

test('refuses a used, late or unknown code, a wrong verifier, secret and return address', async () => {
  const code = (await choose({ choice: 'demo' })).searchParams.get('code') ?? '';
  expect(await exchange({ code, code_verifier: 'x'.repeat(43) })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await exchange({ code, redirect_uri: `${returnTo}/` })).toMatchObject({ status: 400, body: { error: 'redirect_uri_mismatch' } });
  expect(await exchange({ code, client_secret: 'wrong' })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect((await exchange({ code })).status).toBe(200);
  expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await exchange({ code: '4/unknown' })).status).toBe(400);
  const late = (await choose({ choice: 'demo' })).searchParams.get('code') ?? '';
  now += 11 * 60_000;
  expect((await exchange({ code: late })).status).toBe(400);
});

test.each([
  [{ client_id: 'other' }, 'invalid_client'],
  [{ redirect_uri: 'https://evil.example/api/auth/google/callback' }, 'redirect_uri_mismatch'],
  [{ redirect_uri: 'http://localhost:3000/elsewhere' }, 'redirect_uri_mismatch'],
  [{ response_type: 'token' }, 'response_type'],
  [{ code_challenge_method: 'plain' }, 'S256'],
])('shows a refusal and redirects nowhere: %j', async (over, text) => {
  const answer = await fetch(`${base}/authorize?${new URLSearchParams(question(over)).toString()}`, { redirect: 'manual' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(text);
});

test('an address that is none is asked for again', async () => {
  const body = new URLSearchParams({ ...question(), choice: 'email', email: 'nonsense' });
  const answer = await fetch(`${base}/authorize`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Please type an email address');
});

test('a token counts in the header only, until it is revoked', async () => {
  const tokens = await signIn({ choice: 'demo' }, { access_type: 'offline', prompt: 'consent' });
  expect((await fetch(`${base}/userinfo?access_token=${tokens.access_token ?? ''}`)).status).toBe(401);
  expect(await person('bogus')).toMatchObject({ error: 'invalid_request' });
  const refreshed = await exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' });
  expect((await person(refreshed.body.access_token ?? '')).sub).toBe('demo-therapist');
  expect((await fetch(`${base}/revoke`, { method: 'POST', body: new URLSearchParams({ token: tokens.refresh_token ?? '' }) })).status).toBe(200);
  expect((await person(refreshed.body.access_token ?? '')).sub).toBeUndefined();
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' })).body.error).toBe('invalid_grant');
});

test('says with the tokens whose they are, where openid was granted', async () => {
  const read = (tokens: Record<string, string>): Record<string, unknown> => {
    const [header = {}, claims = {}] = (tokens.id_token ?? '').split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    return claims;
  };
  const told = await signIn({ choice: 'demo' }, { scope: 'openid email', access_type: 'offline', prompt: 'consent' });
  const claims = { iss: 'https://accounts.google.com', aud: 'attune-local', azp: 'attune-local', sub: 'demo-therapist', email: 'amelie@demo.attune.example', email_verified: true };
  expect(read(told)).toMatchObject({ ...claims, exp: Math.floor(now / 1_000) + 3_600 });
  expect(read((await exchange({ grant_type: 'refresh_token', refresh_token: told.refresh_token ?? '' })).body)).toMatchObject(claims);
  expect(Object.keys(read(await signIn({ choice: 'demo' }, { scope: 'openid' })))).not.toContain('email');
  expect((await signIn({ choice: 'demo' }, { scope: 'email' })).id_token).toBeUndefined();
});

test('tells only what the scopes cover', async () => {
  const profile = await person((await signIn({ choice: 'demo' }, { scope: 'openid email' })).access_token ?? '');
  expect(Object.keys(profile).sort()).toEqual(['email', 'email_verified', 'sub']);
});
