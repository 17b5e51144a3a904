import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ACCESS_TOKEN_LIVES_S, type GoogleAccount } from './google-store';

interface Key {
  id: string;
  secret: KeyObject;
}

let key: Key | undefined;

/** What scopes tell of a person: `email` and `profile`, by their short names or their long ones. */
export function tellsOf(scope: string): (name: 'email' | 'profile') => boolean {
  const scopes = scope.split(' ');
  return (name) => scopes.includes(name) || scopes.includes(`https://www.googleapis.com/auth/userinfo.${name}`);
}

/** The id_token that comes with the tokens where `openid` was granted, under a key of this process. */
export function identityToken({ account, scope, accessToken, clientId, now }: { account: GoogleAccount; scope: string; accessToken: string; clientId: string; now: number }): string | null {
  if (!scope.split(' ').includes('openid')) return null;
  const has = tellsOf(scope);
  const issuedAt = Math.floor(now / 1_000);
  const claims = {
    iss: 'https://accounts.google.com',
    azp: clientId,
    aud: clientId,
    sub: account.sub,
    ...(has('email') ? { email: account.email, email_verified: true } : {}),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(has('profile') ? { name: account.name, given_name: account.given_name, family_name: account.family_name } : {}),
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_LIVES_S + 1,
  };
  const { id, secret } = (key ??= newKey());
  const signed = [{ alg: 'RS256', kid: id, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), secret).toString('base64url')}`;
}

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { id: createHash('sha1').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex'), secret: privateKey };
}
