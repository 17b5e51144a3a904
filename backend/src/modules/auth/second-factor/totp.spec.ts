import { generateSync } from 'otplib';
import { newTotpSecret, otpauthUrl, stepOf } from './totp';

const at = (seconds: number): Date => new Date(seconds * 1000);
/** RFC 6238's secret, in Base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of the authenticator app', () => {
  it('is the one of RFC 6238', () => {
    expect(stepOf(RFC_SECRET, '287082', at(59), null)).toBe(1);
    expect(stepOf(RFC_SECRET, '081804', at(1_111_111_109), null)).toBe(37_037_036);
  });

  it('counts in its step and in the one beside it, no further', () => {
    const secret = newTotpSecret();
    const code = generateSync({ secret, epoch: 30_000 });
    const step = 1_000;
    for (const seconds of [29_970, 29_999, 30_000, 30_029, 30_059]) expect(stepOf(secret, code, at(seconds), null)).toBe(step);
    for (const seconds of [29_969, 30_060]) expect(stepOf(secret, code, at(seconds), null)).toBeUndefined();
  });

  it('is not accepted again, nor one of an earlier step', () => {
    const secret = newTotpSecret();
    const code = generateSync({ secret, epoch: 30_000 });
    expect(stepOf(secret, code, at(30_000), 999)).toBe(1_000);
    expect(stepOf(secret, code, at(30_000), 1_000)).toBeUndefined();
    expect(stepOf(secret, code, at(30_000), 1_001)).toBeUndefined();
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 123456'])('is six digits and nothing else: %j', (text) => {
    expect(stepOf(newTotpSecret(), text, at(30_000), null)).toBeUndefined();
  });
});

describe('the address in the QR code', () => {
  it('names the product and the account', () => {
    const url = new URL(otpauthUrl(RFC_SECRET, 'jane@example.org'));
    expect(url.protocol).toBe('otpauth:');
    expect(decodeURIComponent(url.pathname)).toBe('/Attune:jane@example.org');
    expect(url.searchParams.get('secret')).toBe(RFC_SECRET);
  });
});
