import { bareRecoveryCode, newRecoveryCode } from './second-factor.repository';

describe('a recovery code', () => {
  it('reads as four and four characters, none mistaken for another, and differs each time', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode);
    for (const code of codes) expect(code).toMatch(/^[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}$/);
    expect(new Set(codes).size).toBe(200);
  });

  it('is the same however it is typed', () => {
    expect(['abcd-efgh', 'ABCD EFGH', ' abcdefgh ', 'ab-cd-ef-gh'].map(bareRecoveryCode)).toEqual(Array(4).fill('abcdefgh'));
  });

  it.each(['', 'abcd-efg', 'abcd-efgh-i', 'abcd-efg1', '12345678', 'abcd_efgh'])('cannot be %j', (typed) => {
    expect(bareRecoveryCode(typed)).toBeUndefined();
  });
});
