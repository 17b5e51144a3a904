export const SLUG_MIN = 3;
export const SLUG_MAX = 60;

/** What remains of typed text as a link: lower case, only a-z, 0-9, hyphen and underscore. */
export function slugFrom(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_-]/g, '');
}

/** What is wrong with a slug, or null; an empty one is allowed (no short link). */
export function slugProblem(slug: string): string | null {
  if (slug === '') return null;
  return slug.length < SLUG_MIN || slug.length > SLUG_MAX ? `Use ${SLUG_MIN} to ${SLUG_MAX} characters.` : null;
}

/** The public page of a therapist, also of one without a link of their own. */
export function pagePath({ id, custom_slug }: { id: string; custom_slug: string | null }): string {
  return custom_slug === null ? `/book/${id}` : `/t/${custom_slug}`;
}

/** The address that is shared with clients. */
export function shareLink(origin: string, slug: string): string {
  return `${origin}/t/${slug}`;
}
