import { Locator, Page } from 'playwright-core';
import { problemsOf, WIDTHS, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { movedClock } from '../harness/clock';
import { mailedCode, signInWithCode } from '../harness/codes';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';

const clock = movedClock();
afterAll(clock.remove);
const product = startProduct({ env: clock.env });
const { visit } = product;

const CLIENT = 'nadia.oeztuerk@clients.example';
const NEW_ADDRESS = 'nadia@elsewhere.example';
const MINUTE_MS = 60_000;
/** The product's time, which journeys move forward. */
let ahead = 0;
const later = (minutes: number): Promise<void> => clock.moveTo(new Date(Date.now() + (ahead += minutes * MINUTE_MS)));

/** In the widths and colours that people have. */
async function looked(page: Page, name: string, at?: Locator): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    await at?.scrollIntoViewIfNeeded();
    expect(await widerThanWindow(page)).toBeNull();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await problemsOf(page, name)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

it('at the switch that shows a note to its client stands who would read it, with the address', async () => {
  await visit(async (page) => {
    await signIn(page, 'Demo therapist');
    await page.goto('/dashboard?tab=notes');
    await page.getByRole('button', { name: 'New Note' }).click();
    await page.getByRole('button', { name: 'Choose Client or Appointment' }).click();
    await page.getByLabel('Find a client or an appointment').fill('jonah');
    await page.getByRole('button', { name: /^Jonah Whitfield.*Only the client/ }).click();
    const visible = page.getByRole('switch', { name: 'Visible to client' });
    await visible.scrollIntoViewIfNeeded();
    await visible.click();
    await page.getByText(/^Your client reads the title and the whole content in the portal\. Jonah Whitfield jonah\S+@/).waitFor();
    await looked(page, 'note-reader', page.getByRole('switch', { name: 'Private' }));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /Discard/ }).click();
  });
});

it('a secret calendar address is made soon after signing in alone; the page says so and leads to the sign-in and back', async () => {
  await visit(async (page) => {
    await signIn(page, 'Demo therapist');
    await page.goto('/dashboard?tab=calendar');
    await page.getByRole('button', { name: 'Make an address' }).waitFor();
    await later(16);
    await page.getByRole('button', { name: 'Make an address' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Please sign in again first' });
    await dialog.waitFor();
    await looked(page, 'sign-in-anew');
    await dialog.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: /Demo therapist/ }).click();
    await page.waitForURL('**/dashboard?tab=calendar');
    await page.getByRole('button', { name: 'Make an address' }).click();
    await page.getByLabel('Your private address').waitFor();
  });
});

it('whose address was changed a moment ago proves by the one before: the page says so, and appointments are there', async () => {
  await visit(async (page) => {
    const used = [await signInWithCode(page, product.stack, CLIENT)];
    await page.goto('/client/account');
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New email address').fill(NEW_ADDRESS);
    await page.getByRole('button', { name: 'Send a code there' }).click();
    await page.getByLabel('Code from the email').fill(await mailedCode(product.stack, NEW_ADDRESS));
    await page.getByRole('button', { name: 'Use this address' }).click();
    await page.getByText('Your address was changed', { exact: true }).waitFor();
    await looked(page, 'address-changed');
    await later(16);
    await page.goto('/client/dashboard?tab=notes');
    await page.getByText(/^Your address was changed lately\. Until .* the code goes to the one before, nadia\.oeztuerk@clients\.example/).waitFor();
    await looked(page, 'proof-of-address-before');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the email').fill(await mailedCode(product.stack, CLIENT, used));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText(/^Your address was changed lately/).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Appointments' }).click();
    await page.getByRole('listitem').first().waitFor();
  });
});

it('whom strangers book in the name of ends that practice’s mails by the link in one of them, and takes it back', async () => {
  const { url, demo } = product.stack;
  const email = 'never.went@visitor.example';
  const read = async <T>(path: string): Promise<T> => (await (await fetch(`${url}${path}`)).json()) as T;
  const [service] = (await read<{ id: string; session_type: string }[]>(`/api/public/therapist/${demo.therapist_id}/services`)).filter(({ session_type }) => session_type === 'online');
  const day = (days: number): string => new Date(Date.now() + days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
  const { days } = await read<{ days: { date: string; times: (string | { time: string })[] }[] }>(`/api/public/therapist/${demo.therapist_id}/availability?service_id=${service!.id}&from=${day(7)}&to=${day(30)}`);
  const free = days.find(({ times }) => times.length > 0)!;
  const [time] = free.times;
  const body = { service_id: service!.id, client_name: 'Never Went', client_email: email, appointment_date: free.date, appointment_time: typeof time === 'string' ? time : time!.time };
  expect((await fetch(`${url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).status).toBe(201);
  const { text } = await product.stack.mail(email, ({ to }) => to.includes(email));
  await visit(async (page) => {
    await page.goto(/\/manage#end\.[\w-]+/.exec(text)![0]);
    await page.getByText('sends mail to your address, because somebody gave it there.').waitFor();
    expect(page.url()).not.toContain('#');
    await looked(page, 'practice-mails');
    await page.getByRole('button', { name: 'No more mail from this practice' }).click();
    await page.getByText('sends no more mail to your address.').waitFor();
    await looked(page, 'practice-mails-ended');
    await page.getByRole('button', { name: 'Let it send mail again' }).click();
    await page.getByRole('button', { name: 'No more mail from this practice' }).waitFor();
  });
});
