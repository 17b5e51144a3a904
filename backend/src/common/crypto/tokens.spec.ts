import { newMailToken, newOneTimeCode } from './tokens';

describe('secrets in mails', () => {
  it('codes have six digits, leading zeros as well', () => {
    const codes = Array.from({ length: 5_000 }, newOneTimeCode);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBeGreaterThan(4_900);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  it('no link holds six digits that could be taken for a code', () => {
    const tokens = Array.from({ length: 20_000 }, newMailToken);
    expect(tokens.filter((token) => /(?<!\d)\d{6}(?!\d)/.test(token))).toEqual([]);
    expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
  });
});
