import { masked } from './masked';

test.each([
  ['nadia@example.org', 'n…a@example.org'],
  ['ab@example.org', 'a…@example.org'],
  ['a@b@example.org', ''],
  ['call us now', ''],
  ['', ''],
])('%s is shown as %s', (email, shown) => expect(masked(email)).toBe(shown));
