import { Page } from 'playwright-core';
import { widerThanWindow } from '../harness/axe';
import { signInAdministrator, signInWithCode } from '../harness/codes';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const used: string[] = [];
/** A window of 1280 × 900 pixels in which everything is twice as large. */
const ZOOMED = { width: 640, height: 450 };

/** What mails lead to: an appointment and a form, and what stands where a link is wrong. */
async function mailedPlaces(page: Page, least: number): Promise<string[]> {
  await signIn(page, 'Demo therapist');
  const client_email = `targets-${least}@visitor.example`;
  const of = async <Row>(path: string) => (await (await page.request.get(`/api/therapist/${path}`)).json()) as Row[];
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token), Origin: product.stack.url };
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/therapist/${path}`, { headers: { ...headers, 'Idempotency-Key': `${path}-${client_email}` }, data });
    expect([path, answer.status()]).toEqual([path, 201]);
    return (await answer.json()) as { id: string };
  };
  const service = (await of<{ id: string; session_type: string }>('services')).find(({ session_type }) => session_type === 'online');
  const day = new Date(Date.now() + (30 + least) * 24 * 3_600_000).toISOString().slice(0, 10);
  const { id: booking_id } = await send('bookings', { client_name: 'Tara Gett', client_email, client_phone: '+1 212 555 0100', service_id: service?.id, appointment_date: day, appointment_time: '22:30', on_purpose: true });
  const [form] = await of<{ id: string }>('intake-forms');
  await send('intake-requests', { form_id: form?.id, booking_id });
  const linkTo = async (place: string) => new RegExp(`/${place}#[\\w-]+`).exec((await product.stack.mail(client_email, ({ text }) => text.includes(`/${place}#`))).text)?.[0] ?? '';
  const wrong = ['manage', 'forms', 'waiting', 'reminders'].map((place) => `/${place}#wrong`);
  return [await linkTo('manage'), await linkTo('forms'), ...wrong];
}

/** The pages of forms, of what was answered, and of a client. */
async function therapistsPlaces(page: Page): Promise<string[]> {
  await signIn(page, 'Demo therapist');
  const of = async <Row>(path: string) => (await (await page.request.get(`/api/therapist/${path}`)).json()) as Row[];
  const [form] = await of<{ id: string }>('intake-forms');
  const answered = (await of<{ id: string; client_id: string; status: string }>('intake-requests')).find(({ status }) => status === 'completed');
  const tabs = ['', '?tab=bookings', '?tab=bookings&show=week', '?tab=services', '?tab=hours', '?tab=notes', '?tab=calendar', '?tab=intake'].map((tab) => `/dashboard${tab}`);
  return [...tabs, '/profile', '/intake-forms', `/intake-forms?form=${form?.id}`, '/intake-forms/sent', `/intake-forms/answers/${answered?.id}`, `/clients/${answered?.client_id}`];
}

/** Who enters how, and what they see then. */
const PLACES: [string, (page: Page, least: number) => Promise<string[]>][] = [
  ['a visitor', () => Promise.resolve(['/', '/pricing', '/demo', '/client/login', '/admin/login'])],
  ['whoever got a mail', mailedPlaces],
  [
    'a client',
    async (page) => {
      used.push(await signInWithCode(page, product.stack, 'nadia.oeztuerk@clients.example', { used }));
      return ['/client/dashboard', '/client/dashboard?tab=appointments', '/client/dashboard?tab=notes', '/client/dashboard?tab=plans', '/client/account'];
    },
  ],
  ['a therapist', therapistsPlaces],
  [
    'an administrator',
    async (page) => {
      await signInAdministrator(page);
      return ['', '?tab=therapists', '?tab=emergency', '?tab=activity', '?tab=analytics'].map((tab) => `/admin/dashboard${tab}`).concat('/admin/account');
    },
  ],
];

describe.each([
  ['a mouse', 24, { viewport: { width: 1280, height: 900 } }],
  ['a finger', 44, { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }],
] as const)('pressed with %s everything measures %i px', (_, least, device) => {
  it.each(PLACES)('for %s, and nothing is wider than a window in which all is twice as large', async (_who, enter) => {
    const context = await product.browser.newContext({ ...device, baseURL: product.stack.url, locale: 'en-GB', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      const paths = await enter(page, least);
      const wrong: string[] = [];
      for (const path of paths) {
        // A page that is open already would only hear of another fragment.
        if (path.includes('#')) await page.goto('/pricing');
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        wrong.push(...(await smallTargets(page, least)).map((target) => `${path}: ${target}`));
        await page.setViewportSize(ZOOMED);
        let wide = await widerThanWindow(page);
        // A table becomes cards once the page was told of its new width.
        for (let looks = 0; wide !== null && looks < 20; looks += 1) {
          await page.waitForTimeout(100);
          wide = await widerThanWindow(page);
        }
        if (wide !== null) wrong.push(`${path}: ${wide}`);
        await page.setViewportSize(device.viewport);
      }
      expect(wrong).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
