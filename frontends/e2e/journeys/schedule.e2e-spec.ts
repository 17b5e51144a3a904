import { BrowserContext, Page } from 'playwright-core';
import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { expectVisibleFocus, focused, tabTo } from '../harness/keyboard';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;

const VIEWS = ['day', 'week', 'month'];
const press = (page: Page, key: string): Promise<void> => page.keyboard.press(key);
const DAY = /^\w+day \d+ \w+, /;
const APPOINTMENT = /^\d\d:\d\d to \d\d:\d\d, /;

async function open(page: Page, view: string): Promise<void> {
  await page.goto(`/dashboard?tab=bookings&show=${view}`);
  await page.getByRole('status').getByText(/appointment/).waitFor();
}

/** The focus is, or comes to be, on what has such a name. */
async function focusComesTo(page: Page, name: RegExp): Promise<string> {
  const until = Date.now() + 10_000;
  while (!name.test(await focused(page)) && Date.now() < until) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await focused(page)).toMatch(name);
  await expectVisibleFocus(page);
  return focused(page);
}

/** A confirmed appointment to come, and the day after it. */
async function comingAppointment(context: BrowserContext): Promise<{ booking: { id: string; appointment_date: string; appointment_time: string }; next: string }> {
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  const list = (await (await context.request.get(`/api/therapist/bookings?status=confirmed&from=${tomorrow}`)).json()) as { id: string; appointment_date: string; appointment_time: string }[];
  const booking = list.at(-1)!;
  return { booking, next: new Date(Date.parse(booking.appointment_date) + 24 * 3_600_000).toISOString().slice(0, 10) };
}

describe('the schedule', () => {
  it('is read, turned and opened by keyboard alone', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      await page.getByRole('radio', { name: 'List' }).focus();
      for (let times = 0; times < 2; times += 1) await press(page, 'ArrowRight');
      await page.getByRole('grid').waitFor();
      await page.getByRole('status').getByText(/appointment/).waitFor();

      // One stop; today is where it begins.
      await tabTo(page, DAY);
      const today = await focused(page);
      expect(today).toContain(', today, ');
      await press(page, 'PageDown');
      const next = await focusComesTo(page, new RegExp(`^(?!${today.split(',')[0]},)\\w+day `));
      expect(next.split(' ')[0]).toBe(today.split(' ')[0]);
      await press(page, 'PageUp');
      await focusComesTo(page, /, today, /);

      // The demo practice has sessions this week or next: days are passed until there is one.
      for (let days = 0; days < 14 && !APPOINTMENT.test(await focused(page)); days += 1) {
        await press(page, 'ArrowDown');
        if (APPOINTMENT.test(await focused(page))) break;
        await press(page, 'ArrowRight');
        await focusComesTo(page, /^\w/);
        await page.locator('[role=grid]:not([aria-busy])').waitFor();
      }
      const appointment = await focusComesTo(page, APPOINTMENT);
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(appointment.split(', ')[1] ?? '').first().waitFor();
      await press(page, 'Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await focusComesTo(page, APPOINTMENT)).toBe(appointment);
      await press(page, 'Tab');
      expect(await focused(page)).not.toMatch(APPOINTMENT);
    });
  });

  it('an appointment is moved by keyboard with a word, and taken back; by mouse it is dragged, and an empty place begins a new one', async () => {
    await visit(async (page, context) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signIn(page, 'Demo therapist');
      const { booking, next } = await comingAppointment(context);
      await page.goto(`/dashboard?tab=bookings&show=week&date=${booking.appointment_date}`);
      await page.getByRole('grid').waitFor();
      const block = page.locator(`[data-stop="${booking.appointment_date} ${booking.id}"]`);
      await block.focus();
      await press(page, 'Enter');
      await page.getByRole('dialog').waitFor();
      await tabTo(page, /^Move: /);
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Move appointment' });
      await dialog.getByLabel('New day').fill(next);
      await dialog.getByLabel(/^New time in /).fill('22:15');
      await dialog.getByLabel(/^A word to the client/).fill('My train does not run on that day.');
      const problems = await problemsOf(page, 'move dialog');
      await press(page, 'Tab');
      await press(page, 'Enter');
      await dialog.getByRole('alert').getByText(/^Clients could not book this time/).waitFor();
      await tabTo(page, 'Move it all the same');
      await press(page, 'Enter');
      await page.getByRole('region', { name: /^Notifications/ }).getByText('Appointment moved. The client will be told.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('The appointment is where it was').waitFor();
      expect(problems).toEqual([]);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`/dashboard?tab=bookings&show=week&date=${booking.appointment_date}`);
      await page.waitForLoadState('networkidle');
      await block.hover({ position: { x: 20, y: 10 } });
      const box = (await block.boundingBox())!;
      await page.mouse.down();
      await page.mouse.move(box.x + 20, box.y + 74, { steps: 6 });
      await page.mouse.up();
      await dialog.waitFor();
      await picture(page, 'schedule-move');
      const [hour, minutes] = booking.appointment_time.split(':').map(Number);
      expect(await dialog.getByLabel(/^New time in /).inputValue()).toBe(`${String((hour ?? 0) + 1).padStart(2, '0')}:${String(Math.round((minutes ?? 0) / 15) * 15).padStart(2, '0')}`);
      await dialog.getByRole('button', { name: 'Keep it where it is' }).click();
      await dialog.waitFor({ state: 'hidden' });

      const column = page.locator('[data-day-column]').last();
      const place = (await column.boundingBox())!;
      await page.mouse.click(place.x + place.width - 8, place.y + 70);
      const fresh = page.getByRole('dialog', { name: 'New appointment' });
      expect(await fresh.getByLabel('Day', { exact: true }).inputValue()).toBe(await column.getAttribute('data-day-column'));
    });
  });

  it('stands in nobody’s way', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      const problems: string[] = [];
      for (const view of VIEWS) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await open(page, view);
        problems.push(...(await problemsOf(page, `schedule ${view}`)));
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(page, 'week');
      await page.getByRole('gridcell').getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
      problems.push(...(await problemsOf(page, 'schedule appointment')));
      await page.route('**/api/therapist/bookings?*', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"Down."}' }));
      await page.goto('/dashboard?tab=bookings&show=week');
      await page.getByRole('heading', { name: 'The schedule could not be loaded.' }).waitFor();
      problems.push(...(await problemsOf(page, 'schedule failing')));
      expect(problems).toEqual([]);
    });
  });

  it.each([320, 768, 1024])('is large enough for a finger at %i px', async (width) => {
    await visit(
      async (page) => {
        await signIn(page, 'Demo therapist');
        for (const view of VIEWS) {
          await open(page, view);
          expect([view, await smallTargets(page, 44), await widerThanWindow(page)]).toEqual([view, [], null]);
        }
      },
      { width, touch: true },
    );
  });
});
