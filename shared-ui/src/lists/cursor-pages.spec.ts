import { nextCursor, readPage, rowRange } from './cursor-pages';

test('finds the cursor of the next page', () => {
  expect(nextCursor('</api/therapist/bookings?limit=50&cursor=abc%3D>; rel="next"')).toBe('abc=');
  expect(nextCursor(null)).toBeUndefined();
});

test('a page is what was answered and where the next one is', async () => {
  const answered = (link?: string) => ({ data: ['row'], response: new Response('', { headers: link === undefined ? {} : { Link: link } }) });
  expect(await readPage(Promise.resolve(answered('<http://localhost/api/x?cursor=abc>; rel="next"')))).toEqual({ body: ['row'], next: 'abc' });
  expect(await readPage(Promise.resolve(answered()))).toEqual({ body: ['row'], next: undefined });
});

test('a page that was refused is none', async () => {
  const refused = { error: { detail: 'No.' }, response: new Response('', { status: 403 }) };
  await expect(readPage(Promise.resolve(refused))).rejects.toMatchObject({ status: 403, detail: 'No.' });
});

test.each([
  [0, 50, undefined, '1 to 50'],
  [1, 50, 5_000, '51 to 100 of 5,000'],
  [2, 1, 101, '101 of 101'],
] as const)('page %d with %d rows of %p is told as its range', (page, rows, total, range) => {
  expect(rowRange(page, 50, rows, total)).toBe(range);
});
