const SLUG = /^[a-z0-9_-]{3,60}$/;

/**
 * First path segments that the product uses or will use: `/{slug}` never shadows a route.
 * A new route's first segment belongs here before it ships.
 */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account accounts admin ai-meeting api app apps appointment appointments assets auth availability billing blog
   book booking bookings calendar callback care-plans checkout client client-portal clients code config connect consent
   consents contact cookies dashboard dev docs download downloads error export faq favicon features feedback files form
   forms google guide health healthz help home hosting icons image images imprint index intake intake-form intake-forms
   invite invoices join legal live login logout mail main manage manifest media meeting meetings metrics new note notes
   notifications oauth onboarding openapi password pay payment payments plans portal pricing privacy profile profiles
   public public-booking queues ready register remote remotes reset robots schedule security service service-worker
   services session session-notes sessions settings setup shared shell sign-in sign-out sign-up signin signout signup
   sitemap sso static status subscribe subscription support swagger terms therapist therapists trial trust ui
   unsubscribe upload uploads user users verify webhook webhooks welcome well-known worker www zoom`.split(/\s+/),
);

/** Whether the text has the form of a public link's last part. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Whether the product needs this path for itself. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug);
}
