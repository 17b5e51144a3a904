import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;
const DAY_MS = 24 * 3_600_000;
const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

interface Row {
  id: string;
  starts_at: string;
  appointment_date: string;
  appointment_time: string;
  status: string;
}

/** A Tuesday next month, so that half a year of weeks lies over a change of the clocks wherever they change. */
function tuesday(): string {
  const start = new Date(Date.now() + 30 * DAY_MS);
  return dayAfter(start.toISOString().slice(0, 10), (9 - start.getUTCDay()) % 7);
}

describe('a series', () => {
  it('over a change of the clocks keeps its hour; what is in the way is shown before; those that follow move, and are cancelled', async () => {
    await visit(async (page, context) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signIn(page, 'Demo therapist');
      const first = tuesday();
      await page.goto('/dashboard?tab=bookings');
      await page.getByRole('button', { name: 'New appointment' }).click();
      const dialog = page.getByRole('dialog', { name: 'New appointment' });
      await dialog.getByText('Somebody new').click();
      await dialog.getByLabel('Name').fill('Ines Duarte');
      await dialog.getByLabel(/^Email/).fill('ines.duarte@example.org');
      await dialog.getByLabel('Service').selectOption({ label: 'First conversation, 20 min' });
      await dialog.getByLabel('Day', { exact: true }).fill(first);
      await dialog.getByLabel(/^Time in/).fill('08:10');
      await dialog.getByLabel('Repeats').selectOption('Every week');
      await dialog.getByLabel('How many appointments').fill('30');
      await dialog.getByRole('checkbox').nth(29).waitFor();
      await picture(page, 'series-preview');
      const problems = await problemsOf(page, 'series');
      await page.setViewportSize({ width: 1280, height: 900 });
      // Before the hours of the practice: each day is meant.
      await dialog.getByRole('button', { name: 'Take all that are possible' }).click();
      await dialog.getByRole('button', { name: /^Book 30 appointments/ }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('30 appointments booked').waitFor();
      const list = async (): Promise<Row[]> => ((await (await context.request.get(`/api/therapist/bookings?q=Ines&from=${first}`)).json()) as Row[]).reverse();
      const made = await list();
      expect(made.map(({ appointment_date, appointment_time }) => `${appointment_date} ${appointment_time}`)).toEqual(Array.from({ length: 30 }, (_, week) => `${dayAfter(first, 7 * week)} 08:10`));
      expect(new Set(made.map(({ starts_at }) => starts_at.slice(11, 16))).size).toBe(2);

      const third = made[2]!;
      await page.goto(`/dashboard?tab=bookings&show=week&date=${third.appointment_date}`);
      await page.locator(`[data-stop="${third.appointment_date} ${third.id}"]`).click();
      await page.getByRole('button', { name: /^Move: / }).click();
      const move = page.getByRole('dialog', { name: 'Move appointment' });
      await move.getByText('This and 27 following').click();
      await move.getByLabel(/^New time in /).fill('08:00');
      await picture(page, 'series-move');
      problems.push(...(await problemsOf(page, 'series move')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await move.getByRole('button', { name: 'Move appointments' }).click();
      await move.getByRole('alert').getByText(/^Clients could not book 28 of these 28 times/).waitFor();
      await move.getByRole('button', { name: 'Move them all the same' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('28 appointments moved. The client will be told.').waitFor();
      expect((await list()).map(({ appointment_time }) => appointment_time)).toEqual(['08:10', '08:10', ...Array.from({ length: 28 }, () => '08:00')]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('The appointments are where they were').waitFor();

      await page.goto(`/dashboard?tab=bookings&show=week&date=${third.appointment_date}`);
      await page.locator(`[data-stop="${third.appointment_date} ${third.id}"]`).click();
      await page.getByRole('button', { name: /^Cancel: / }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('This and 27 following').click();
      problems.push(...(await problemsOf(page, 'series cancel')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await question.getByRole('button', { name: 'Cancel appointments' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('28 appointments cancelled').waitFor();
      expect((await list()).filter(({ status }) => status === 'cancelled')).toHaveLength(28);
      expect(problems).toEqual([]);
    });
  });

  it('fits a narrow phone and a finger', async () => {
    await visit(
      async (page) => {
        await signIn(page, 'Demo therapist');
        await page.goto('/dashboard?tab=bookings');
        await page.getByRole('button', { name: 'New appointment' }).click();
        const dialog = page.getByRole('dialog', { name: 'New appointment' });
        await dialog.getByLabel('Service').selectOption({ label: 'First conversation, 20 min' });
        await dialog.getByLabel('Day', { exact: true }).fill(tuesday());
        await dialog.getByLabel(/^Time in/).fill('10:00');
        await dialog.getByLabel('Repeats').selectOption('Every two weeks');
        await dialog.getByRole('checkbox').nth(9).waitFor();
        await picture(page, 'series-preview-phone');
        expect([await smallTargets(page, 44), await widerThanWindow(page)]).toEqual([[], null]);
      },
      { width: 320, touch: true },
    );
  });
});
