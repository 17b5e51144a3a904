import { GoogleFailure } from './google-failure';
import { identityIn } from './google-identity';

const NOW = Date.parse('2027-03-01T12:00:00Z');
const CLAIMS = { iss: 'https://accounts.google.com', aud: 'client', sub: '1234', email: 'ada@example.org', email_verified: true, exp: NOW / 1_000 + 3_600 };

const tokenOf = (claims: unknown): string => ['{"alg":"RS256"}', JSON.stringify(claims), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');

function kindOf(token: string | null | undefined): string {
  try {
    return identityIn(token, 'client', NOW).address;
  } catch (error) {
    return error instanceof GoogleFailure ? error.kind : String(error);
  }
}

it('says who somebody is, by the id that stays and the address that Google has verified', () => {
  expect(identityIn(tokenOf(CLAIMS), 'client', NOW)).toEqual({ id: '1234', address: 'ada@example.org' });
  expect(identityIn(tokenOf({ ...CLAIMS, iss: 'accounts.google.com', exp: NOW / 1_000 - 200 }), 'client', NOW)).toMatchObject({ id: '1234' });
});

it.each<[string, string | null | undefined]>([
  ['none', undefined],
  ['null', null],
  ['an empty one', ''],
  ['nonsense', 'a.b.c'],
  ['one part', tokenOf(CLAIMS).split('.')[1]],
  ['no object', tokenOf(null)],
  ['a list', tokenOf([CLAIMS])],
  ['another issuer', tokenOf({ ...CLAIMS, iss: 'https://accounts.google.com.example.org' })],
  ['another client', tokenOf({ ...CLAIMS, aud: 'another' })],
  ['several clients', tokenOf({ ...CLAIMS, aud: ['client', 'another'] })],
  ['one that is over', tokenOf({ ...CLAIMS, exp: NOW / 1_000 - 301 })],
  ['one without an end', tokenOf({ ...CLAIMS, exp: undefined })],
  ['no id', tokenOf({ ...CLAIMS, sub: '' })],
  ['no address', tokenOf({ ...CLAIMS, email: undefined })],
  ['an address that was not verified', tokenOf({ ...CLAIMS, email_verified: false })],
  ['one of which nothing is said', tokenOf({ ...CLAIMS, email_verified: undefined })],
])('believes nothing else: %s', (_, token) => {
  expect(kindOf(token)).toBe('unidentified');
});
