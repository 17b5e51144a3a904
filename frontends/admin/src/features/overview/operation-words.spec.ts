import { sizeLabel, waitLabel } from './operation-words';

test('sizes and times are short words', () => {
  expect([0, 400, 850_000, 999_600, 1_240_000_000, 25e12].map(sizeLabel)).toEqual(['0 kB', '0 kB', '850 kB', '1 MB', '1.2 GB', '25 TB']);
  expect([0, 59_999, 240_000, 3 * 3_600_000, 49 * 3_600_000].map(waitLabel)).toEqual(['0 s', '59 s', '4 min', '3 h', '2 days']);
});
