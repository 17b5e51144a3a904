import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const NAME = 'Jonah Whitfield';
/** As long as an address may well be. */
const TWIN = `${'jonah.whitfield.'.repeat(7)}j@evil.example`;

/** Somebody who does not sign in, with a client's name. */
async function bookAs(page: Page, email: string, more: object): Promise<void> {
  const { id } = (await (await page.request.get('/api/public/therapist/slug/demo')).json()) as { id: string };
  const services = (await (await page.request.get(`/api/public/therapist/${id}/services`)).json()) as { id: string; session_type: string }[];
  const service = services.find(({ session_type }) => session_type === 'online')!;
  const [from, to] = [5, 25].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const { days } = (await (await page.request.get(`/api/public/therapist/${id}/availability?service_id=${service.id}&from=${from}&to=${to}`)).json()) as { days: { date: string; times: string[] }[] };
  const day = days.find(({ times }) => times.length > 0)!;
  const data = { service_id: service.id, client_name: NAME, client_email: email, appointment_date: day.date, appointment_time: day.times[0], ...more };
  const answer = await page.request.post('/api/bookings', { data });
  expect(await answer.json()).toMatchObject({ status: 'confirmed' });
}

const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });

it('two clients of one name are told apart wherever one is chosen, and what somebody typed who did not sign in is said to be theirs', async () => {
  const problems: string[] = [];
  const look = async (page: Page, name: string): Promise<void> => {
    problems.push(...(await problemsOf(page, name, [1280, 320])));
    await wide(page);
  };
  await visit((page) => bookAs(page, TWIN, { client_phone: '+49 170 666666', notes: 'Please call me at this number only.' }));
  await visit(async (page) => {
    await signIn(page, 'Demo therapist');
    await page.goto('/dashboard?tab=notes&view=plans');
    await page.getByRole('button', { name: /^(New Care Plan|Write First Care Plan)$/ }).click();
    await page.getByRole('button', { name: 'Choose Client' }).click();
    await page.getByLabel('Find a client').fill('jonah');
    const twin = page.getByRole('button', { name: new RegExp(`${TWIN}.*Two clients have this name`) });
    await twin.waitFor();
    await look(page, 'one name, plan');
    await twin.click();
    await page.getByText(`${TWIN}. Two clients have this name.`).waitFor();
    await page.getByLabel('Title').fill('Evenings');
    await look(page, 'one name, plan chosen');
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await toast(page, 'Care plan saved. Your client sees it once you publish it.');
    await page.goto('/dashboard?tab=notes');
    await page.getByRole('button', { name: 'New Note' }).click();
    await page.getByRole('button', { name: 'Choose Client or Appointment' }).click();
    await page.getByLabel('Find a client or an appointment').fill('jonah');
    await twin.first().waitFor();
    await look(page, 'one name, note');
    await page.goto('/dashboard?tab=bookings');
    await page.getByText('Booked by somebody who did not sign in.').first().waitFor();
    await page.getByText('They wrote: “Please call me at this number only.”').waitFor();
    await look(page, 'one name, appointments');
    await page.getByRole('link', { name: NAME }).filter({ visible: true }).first().waitFor();
  });
  expect(problems).toEqual([]);
});
