/** Stands in for the query library's lists that grow at their end, which no page has: each has pages of its own. */
export function infiniteQueryBehavior() {
  throw new Error('Infinite queries are left out of the build.');
}
export const hasNextPage = infiniteQueryBehavior;
export const hasPreviousPage = infiniteQueryBehavior;
