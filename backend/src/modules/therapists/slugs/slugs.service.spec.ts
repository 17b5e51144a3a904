import { isReservedSlug, isSlug } from './slugs.service';

describe('public links', () => {
  it.each(['demo', 'dr-anna_lee', 'attuned-therapy', 'attunement', '123', 'a'.repeat(60)])('allows %s', (slug) => {
    expect(isSlug(slug)).toBe(true);
    expect(isReservedSlug(slug)).toBe(false);
  });

  it.each(['', 'ab', 'a'.repeat(61), 'Anna', 'anna lee', 'änna', 'anna/lee', 'robots.txt', 'anna\n'])('refuses the form of %j', (slug) => {
    expect(isSlug(slug)).toBe(false);
  });

  it.each([
    'api', 'admin', 'book', 'client', 'dashboard', 'profile', 'intake-forms', 'pricing', 'manage', 'remotes', 'shell', 'dev', 'assets',
    'static', 'login', 'logout', 'register', 'help', 'support', 'about', 'terms', 'privacy', 'legal', 'blog', 'settings', 'health', 'well-known',
    'client-login', 'log_in', 'my-account', 'account-security', 'verify-code', 'secure', 'attune-login', 'attunehq', 'client-portal-login', 'client_portal', 'clientportal-anna',
  ])('keeps %s for the product', (slug) => {
    expect(isReservedSlug(slug)).toBe(true);
  });
});
