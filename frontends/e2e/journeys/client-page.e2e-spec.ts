import { problemsOf, widerThanWindow } from '../harness/axe';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;
const REMARK = 'Comes by train; prefers the morning.';

describe('the page of a client', () => {
  it('is opened from an appointment; what is kept there is there again', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      const link = page.getByRole('heading', { level: 4 }).getByRole('link').first();
      const name = (await link.textContent()) ?? '';
      await link.click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      for (const part of ['Sessions', 'Forms', 'Session notes', 'Care plans']) await page.getByRole('heading', { name: part, level: 2 }).waitFor();
      await page.getByLabel(/^Remark/).fill(REMARK);
      await page.getByLabel(/^Discharged on/).fill('2026-12-24');
      await page.getByRole('button', { name: 'Save' }).click();
      await toast(page, 'Saved');
      await page.reload();
      await page.getByText('discharged 24 Dec', { exact: false }).first().waitFor();
      expect(await page.getByLabel(/^Remark/).inputValue()).toBe(REMARK);
      expect(await problemsOf(page, 'client')).toEqual([]);
      await page.goto('/clients/0192d3a4-0000-7000-8000-000000000000');
      await page.getByRole('heading', { name: 'This client is not there' }).waitFor();
    });
  });

  it('fits a narrow phone and a finger', async () => {
    await visit(
      async (page) => {
        await signIn(page, 'Demo therapist');
        await page.goto('/dashboard?tab=bookings');
        await page.getByRole('heading', { level: 4 }).getByRole('link').first().click();
        await page.getByRole('heading', { name: 'Care plans', level: 2 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect([await smallTargets(page, 44), await widerThanWindow(page)]).toEqual([[], null]);
      },
      { width: 320, touch: true },
    );
  });
});
