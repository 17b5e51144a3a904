import { shareLink, slugFrom, slugProblem } from './slug';

describe('slugFrom', () => {
  it.each([
    ['Dr. Amélie Okonkwo', 'dramlieokonkwo'],
    ['UPPER_case-42', 'upper_case-42'],
    ['a b/c?d#e', 'abcde'],
    ['عمر', ''],
  ])('strips %s to %s', (typed, expected) => {
    expect(slugFrom(typed)).toBe(expected);
  });
});

describe('slugProblem', () => {
  it('accepts no link at all, and 3 to 60 characters', () => {
    expect(slugProblem('')).toBeNull();
    expect(slugProblem('abc')).toBeNull();
    expect(slugProblem('a'.repeat(60))).toBeNull();
  });

  it('refuses shorter and longer ones', () => {
    expect(slugProblem('ab')).toBe('Use 3 to 60 characters.');
    expect(slugProblem('a'.repeat(61))).toBe('Use 3 to 60 characters.');
  });
});

it('puts the shared link under /t/', () => {
  expect(shareLink('https://attune.example', 'amelie')).toBe('https://attune.example/t/amelie');
});
