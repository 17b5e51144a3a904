import { Page } from 'playwright-core';
import { signInAdministrator, signInWithCode } from '../harness/codes';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const used: string[] = [];

const PLACES: [string, (page: Page) => Promise<unknown>, string[]][] = [
  ['a visitor', () => Promise.resolve(), ['/', '/pricing', '/demo', '/client/login', '/admin/login']],
  [
    'a client',
    async (page) => used.push(await signInWithCode(page, product.stack, 'nadia.oeztuerk@clients.example', { used })),
    ['/client/dashboard', '/client/dashboard?tab=appointments', '/client/dashboard?tab=notes', '/client/dashboard?tab=plans', '/client/account'],
  ],
  ['a therapist', (page) => signIn(page, 'Demo therapist'), ['/dashboard', '/dashboard?tab=bookings', '/dashboard?tab=services', '/dashboard?tab=notes', '/dashboard?tab=calendar', '/profile']],
  ['an administrator', signInAdministrator, ['', '?tab=therapists', '?tab=emergency', '?tab=activity', '?tab=analytics'].map((tab) => `/admin/dashboard${tab}`).concat('/admin/account')],
];

describe.each([
  ['a mouse', 24, { viewport: { width: 1280, height: 900 } }],
  ['a finger', 44, { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }],
] as const)('pressed with %s everything measures %i px', (_, least, device) => {
  it.each(PLACES)('for %s', async (_who, enter, paths) => {
    const context = await product.browser.newContext({ ...device, baseURL: product.stack.url, locale: 'en-GB', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      await enter(page);
      const small: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        small.push(...(await smallTargets(page, least)).map((target) => `${path}: ${target}`));
      }
      expect(small).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
