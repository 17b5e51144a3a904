import { Page, Route } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signInWithCode } from '../harness/codes';
import { pickTimeOfNextMonth, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'nadia.oeztuerk@clients.example';
const used: string[] = [];
const enter = async (page: Page): Promise<void> => void used.push(await signInWithCode(page, product.stack, CLIENT, { used }));

interface OfferedService {
  id: string;
  session_type: string;
}

/** Somebody else books the time that a request is about to ask for. */
async function takeTime(route: Route): Promise<void> {
  const { url, demo } = product.stack;
  const { new_date: appointment_date, new_time: appointment_time } = route.request().postDataJSON() as { new_date: string; new_time: string };
  const services = (await (await fetch(`${url}/api/public/therapist/${demo.therapist_id}/services`)).json()) as OfferedService[];
  const service = services.find(({ session_type }) => session_type === 'online');
  const body = { service_id: service?.id, client_name: 'Fay Ster', client_email: 'faster@visitor.example', appointment_date, appointment_time };
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/api/bookings`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201);
  await route.continue();
}

describe('the client’s home', () => {
  it('opens with the next session, by the client’s own clock; the therapist’s stands beside it', async () => {
    await visit(
      async (page) => {
        await enter(page);
        const card = page.getByRole('main').getByRole('region').first();
        await card.getByText(/^Your next session, /).waitFor();
        const [own, there] = await Promise.all([card.getByRole('heading').textContent(), card.getByText(/^\d\d:\d\d in New York$/).textContent()]);
        expect(own).toMatch(/, \d\d:\d\d$/);
        expect(own?.slice(-5)).not.toBe(there?.slice(0, 5));
        await page.getByRole('tab', { name: 'Appointments' }).click();
        const row = page.getByRole('listitem').filter({ hasText: 'in New York' }).first();
        expect(await row.locator('time').first().textContent()).toBe(own);
        await picture(page, 'portal-home');
      },
      { timezone: 'Europe/Berlin' },
    );
  });

  it.each([1280, 320])('after a conflict no button has moved under the finger, at %i px', async (width) => {
    await visit(
      async (page) => {
        await enter(page);
        await page.getByRole('tab', { name: 'Appointments' }).click();
        await page.getByRole('button', { name: /^Rebook/ }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Rebook this session' });
        await pickTimeOfNextMonth(page);
        const leave = dialog.getByRole('button').filter({ hasText: /^Close$/ });
        const submit = dialog.getByRole('button', { name: /^Book / });
        const before = await Promise.all([leave.boundingBox(), submit.boundingBox()]);
        await page.route('**/api/client/rebook', takeTime, { times: 1 });
        await submit.click();
        await toast(page, 'Failed to rebook session. Please try again.');
        await seen(page, 'This time is no longer available. Please choose another.');
        await dialog.getByRole('button', { name: /^(Book|Rebook)/ }).waitFor();
        const after = await Promise.all([leave.boundingBox(), dialog.getByRole('button', { name: /^(Book|Rebook)/ }).boundingBox()]);
        // A fraction of a pixel is how the window was laid out while it was busy.
        const moved = after.flatMap((box, index) => (['x', 'y'] as const).map((axis) => Math.abs((box?.[axis] ?? Infinity) - (before[index]?.[axis] ?? 0))));
        expect(Math.max(...moved)).toBeLessThan(0.5);
        await picture(page, `portal-conflict-${width}`);
      },
      { width },
    );
  });
});

/** A call of the page's own session. */
function call<Answer>(page: Page, method: string, path: string, body: unknown): Promise<Answer> {
  return page.evaluate(
    async ([verb, address, content]) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) };
      const answer = await fetch(address, { method: verb, headers, body: content });
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as never;
    },
    [method, path, JSON.stringify(body)] as const,
  );
}

/** Anybody can call themselves a therapist, book for a foreign address and write a note about it. */
async function plantNote(page: Page): Promise<void> {
  await signIn(page, 'New therapist');
  const { id: therapist } = await call<{ id: string }>(page, 'POST', '/api/therapist/profile', { display_name: 'Dr. Quentin Marlowe', timezone: 'America/New_York', languages: ['English'] });
  const service = { name: 'Clarity call', duration_minutes: 50, price: 90, session_type: 'online' };
  const { id: service_id } = await call<{ id: string }>(page, 'POST', '/api/therapist/services', service);
  const { url } = product.stack;
  const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const free = (await (await fetch(`${url}/api/public/therapist/${therapist}/availability?service_id=${service_id}&from=${from}&to=${to}`)).json()) as { days: { date: string; times: string[] }[] };
  const day = free.days.find(({ times }) => times.length > 0);
  const booking = { service_id, client_name: 'Nadia', client_email: CLIENT, appointment_date: day?.date, appointment_time: day?.times[0] };
  const { id: booking_id } = (await (await fetch(`${url}/api/bookings`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(booking) })).json()) as { id: string };
  await call(page, 'PUT', `/api/therapist/bookings/${booking_id}/status`, { status: 'completed' });
  await call(page, 'POST', '/api/therapist/enhanced-session-notes', { title: 'Your results', content: 'Please call 0900 555 001.', is_client_visible: true, booking_id });
}

it('what an unknown practice wrote stands apart and closed, until the client says that it is theirs; the focus stays on the notes', async () => {
  await visit(plantNote);
  await visit(async (page) => {
    await enter(page);
    await page.goto('/client/dashboard?tab=notes');
    const apart = page.getByRole('region', { name: 'You have not confirmed the practice of Dr. Quentin Marlowe' });
    await apart.waitFor();
    expect(await apart.getByText('Please call 0900').isVisible()).toBe(false);
    await apart.getByText('What this practice wrote last (1)').click();
    await apart.getByText('Please call 0900').waitFor();
    expect(await problemsOf(page, 'portal unconfirmed')).toEqual([]);
    await apart.getByRole('button', { name: 'This is my practice' }).press('Enter');
    const asked = page.getByRole('alertdialog', { name: 'Do you go to Dr. Quentin Marlowe?' });
    await asked.getByRole('checkbox').waitFor();
    await picture(page, 'portal-confirm-practice');
    expect(await problemsOf(page, 'portal confirm practice')).toEqual([]);
    await asked.getByRole('button', { name: 'This is my practice' }).press('Enter');
    await toast(page, 'What Dr. Quentin Marlowe writes and books now stands with the rest.');
    await apart.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent?.includes('Please call 0900') === true && document.activeElement !== document.body)).toBe(true);
  });
});

it('what is not set up in this installation is no alarm', async () => {
  await visit(async (page) => {
    await signIn(page, 'Demo therapist');
    await page.getByRole('tab', { name: 'AI Meeting Bot' }).click();
    const heading = page.getByRole('heading', { name: 'What works here' });
    await page.getByText('Not set up here').first().waitFor();
    const colours = await heading.evaluate((title) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = 'color: var(--attention); background: var(--attention-soft)';
      const { color, backgroundColor } = getComputedStyle(probe);
      const panel = title.parentElement;
      const used = panel ? [panel, ...panel.querySelectorAll('*')].flatMap((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]) : [];
      return { alarming: [color, backgroundColor].filter((one) => used.includes(one)), looked: used.length > 4 };
    });
    expect(colours).toEqual({ alarming: [], looked: true });
  });
});
