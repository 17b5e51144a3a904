import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReservedSlug } from '../../src/modules/therapists/slugs/slugs.service';

/** The first segments of every address that the shell answers, and of what the one origin serves beside pages. */
function firstSegments(): string[] {
  const table = readFileSync(join(__dirname, '../../../frontends/shell/src/routes.ts'), 'utf8');
  const paths = [...table.matchAll(/path: '([^']+)'/g)].map((match) => match[1] ?? '');
  const segments = paths.map((path) => path.split('/')[1] ?? '').filter((segment) => segment && !segment.startsWith(':'));
  return [...new Set([...segments, 'api', 'remotes', 'shell', 'dev'])];
}

it('no slug can shadow an address of the product', () => {
  const segments = firstSegments();
  expect(segments).toEqual(expect.arrayContaining(['dashboard', 'book', 't', 'client', 'admin']));
  expect(segments.filter((segment) => segment.length >= 3 && !isReservedSlug(segment))).toEqual([]);
});
