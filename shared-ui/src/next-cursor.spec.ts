import { nextCursor } from './next-cursor';

test('finds the cursor of the next page', () => {
  expect(nextCursor('</api/therapist/bookings?limit=50&cursor=abc%3D>; rel="next"')).toBe('abc=');
  expect(nextCursor(null)).toBeUndefined();
});
