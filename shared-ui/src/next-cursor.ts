/** The cursor of the `Link: rel="next"` header, if there is a next page. */
export function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (target === undefined) return undefined;
  return new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
