import { BrowserContext, Page } from 'playwright-core';
import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { expectVisibleFocus, focused, press, tabTo, typeDay, typeTime } from '../harness/keyboard';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;

const VIEWS = ['day', 'week', 'month'];
const DAY = /^\w+day \d+ \w+, /;
const APPOINTMENT = /^\d\d:\d\d to \d\d:\d\d, /;

async function open(page: Page, view: string): Promise<void> {
  await page.goto(`/dashboard?tab=bookings&show=${view}`);
  await page.getByRole('status').getByText(/appointment/).waitFor();
}

/** The focus is, or comes to be, on what has such a name. */
async function focusComesTo(page: Page, name: RegExp): Promise<string> {
  const until = Date.now() + 10_000;
  let now = await focused(page);
  while (!name.test(now) && Date.now() < until) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    now = await focused(page);
  }
  expect(now).toMatch(name);
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
        const day = (await focused(page)).split(',')[0];
        await press(page, 'ArrowRight');
        await focusComesTo(page, new RegExp(`^(?!${day},)\\w`));
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

  it('a week is run by keyboard alone, and the focus is never lost', async () => {
    await visit(async (page) => {
      const type = (text: string) => page.keyboard.type(text);
      const enter = () => press(page, 'Enter');
      const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
      await page.goto('/');
      await tabTo(page, 'For Therapists');
      // To another document, which begins at its start.
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
      await tabTo(page, /^Demo therapist/);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Logout' }).waitFor();
      await tabTo(page, /^Overview/);
      await press(page, 'ArrowDown');
      await focusComesTo(page, /^Bookings/);

      // An appointment for somebody new, a week from now, when nobody could book.
      await page.getByRole('button', { name: 'New appointment', disabled: false }).waitFor();
      await tabTo(page, 'New appointment');
      await enter();
      await dialog('New appointment').waitFor();
      await focusComesTo(page, /./);
      await tabTo(page, 'A client of yours');
      await press(page, 'ArrowRight');
      await tabTo(page, 'Name');
      await type('Ines Duarte');
      await tabTo(page, /^Email/);
      await type('ines.duarte@example.org');
      await tabTo(page, /^Please choose/);
      await type('First');
      await tabTo(page, 'Day');
      const zone = ((await (await page.request.get('/api/therapist/working-hours')).json()) as { timezone: string }).timezone;
      const today = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date());
      const day = (days: number) => new Date(Date.parse(today) + days * 24 * 3_600_000).toISOString().slice(0, 10);
      await typeDay(page, day(7));
      await tabTo(page, /^Time in/);
      await typeTime(page, '22:30');
      await tabTo(page, 'Book');
      await enter();
      await dialog('New appointment').getByRole('alert').getByText(/^Clients could not book this time/).waitFor();
      await tabTo(page, 'Book it all the same');
      await enter();
      await toast(page, 'Appointment booked. The client is told by mail.');
      await focusComesTo(page, /^New appointment$/);

      // It is found in the schedule, moved, and put back.
      await tabTo(page, 'List');
      await press(page, 'ArrowRight');
      await press(page, 'ArrowRight');
      await page.getByRole('grid').waitFor();
      await tabTo(page, /, today, /);
      await press(page, 'PageDown');
      await focusComesTo(page, /^(?!.*, today, )\w+day \d/);
      await page.locator('[role=grid]:not([aria-busy])').waitFor();
      const lastOfTheDay = async () => {
        await press(page, 'End');
        return focusComesTo(page, /Ines Duarte/);
      };
      expect(await lastOfTheDay()).toMatch(/^22:30 to 22:50, /);
      await enter();
      await dialog(/^\w+day \d/).waitFor();
      await tabTo(page, /^Move: Ines/);
      await enter();
      await focusComesTo(page, /^New day/);
      await tabTo(page, /^New time in /);
      await typeTime(page, '22:00');
      await tabTo(page, /^A word to the client/);
      await type('My train leaves earlier.');
      await tabTo(page, 'Move appointment');
      await enter();
      await dialog('Move appointment').getByRole('alert').waitFor();
      await tabTo(page, 'Move it all the same');
      await enter();
      await toast(page, 'Appointment moved. The client will be told.');
      await focusComesTo(page, /^22:00 to 22:20, Ines Duarte/);
      await press(page, 'Alt+t');
      await tabTo(page, 'Undo');
      await enter();
      await toast(page, 'The appointment is where it was');
      await focusComesTo(page, /^22:30 to 22:50, Ines Duarte/);

      // Cancelled with a word; its day keeps the focus.
      await enter();
      await tabTo(page, /^Cancel: Ines/);
      await enter();
      await focusComesTo(page, /^Keep it$/);
      await tabTo(page, /^A word to the client/);
      await type('I am not well.');
      await tabTo(page, 'Cancel appointment');
      await enter();
      await toast(page, 'Appointment cancelled. The client will be told.');
      await focusComesTo(page, /^\w+day \d|^\d\d:\d\d to /);

      // Of a session that was: nobody came, or it ran over.
      await press(page, 'PageUp');
      await focusComesTo(page, /, today, /);
      await page.locator('[role=grid]:not([aria-busy])').waitFor();
      for (let days = 0; days < 21 && !/, completed(\d|$)/.test(await focused(page)); days += 1) {
        await press(page, 'ArrowLeft');
        await focusComesTo(page, /^\w/);
        await page.locator('[role=grid]:not([aria-busy])').waitFor();
        await press(page, 'ArrowDown');
      }
      const session = await focusComesTo(page, /, completed(\d|$)/);
      await enter();
      await tabTo(page, /^No-show: /);
      const mark = await focused(page);
      await enter();
      await toast(page, 'Marked as a no-show');
      expect(await focusComesTo(page, /^No-show: /)).toBe(mark);
      expect(await page.locator(':focus').getAttribute('aria-pressed')).toBe('true');
      await tabTo(page, /^Ended at: /);
      await enter();
      await focusComesTo(page, /^Ended at/);
      await typeTime(page, session.slice(9, 14).replace(/\d$/, '7'));
      await enter();
      await toast(page, 'The end of the session is noted');
      await focusComesTo(page, /^Ended at: /);
      await press(page, 'Escape');
      await focusComesTo(page, new RegExp(`^${session.slice(0, 14)}`));

      // An hour of the next week is blocked.
      await tabTo(page, /^Bookings/);
      for (let tabs = 0; tabs < 8 && !/^Working Hours/.test(await focused(page)); tabs += 1) await press(page, 'ArrowDown');
      await focusComesTo(page, /^Working Hours/);
      await page.getByRole('button', { name: 'Add time off' }).waitFor();
      await tabTo(page, 'Add time off');
      await enter();
      await dialog('Add time off').waitFor();
      await tabTo(page, 'Whole days');
      await press(page, 'ArrowRight');
      await tabTo(page, /^Name/);
      await type('Supervision');
      await tabTo(page, 'Day');
      await typeDay(page, day(8));
      await tabTo(page, 'From');
      await typeTime(page, '07:00');
      await tabTo(page, /^To /);
      await typeTime(page, '08:00');
      await enter();
      await toast(page, 'Time off added');
      await focusComesTo(page, /^Add time off$/);
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
