import { readFileSync } from 'node:fs';
import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
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

  it('is merged with another record after a look at both, separated again, and taken along whole', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      const link = page.getByRole('heading', { level: 4 }).getByRole('link').first();
      const name = (await link.textContent()) ?? '';
      await link.click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Merge with another record…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Merge with another record' });
      const other = dialog.getByRole('listitem').getByRole('button').first();
      await other.waitFor();
      expect(await problemsOf(page, 'client merge')).toEqual([]);
      await other.click();
      await dialog.getByText('Its sessions, forms, notes and plans are shown here, too').waitFor();
      const otherName = (await dialog.getByRole('listitem').nth(1).locator('strong').textContent()) ?? '';
      await page.waitForFunction(() => document.activeElement?.textContent === 'Keep apart');
      await picture(page, 'client-merge');
      expect(await problemsOf(page, 'client merge preview')).toEqual([]);
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
      await toast(page, 'The two records are shown together');
      await page.getByText('They can be separated until').waitFor();
      await picture(page, 'client-merged');
      expect(await problemsOf(page, 'client merged')).toEqual([]);
      for (const [button, ending] of [['As a page to read', 'html'], ['As data', 'json']] as const) {
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
        expect(file.suggestedFilename()).toMatch(new RegExp(`^client-record-[0-9-]+\\.${ending}$`));
        const text = readFileSync(await file.path(), 'utf8');
        for (const part of [name, otherName, 'Appointments', 'Care plans']) expect(text).toContain(ending === 'html' ? escaped(part) : part);
      }
      await page.getByRole('button', { name: `Separate: ${otherName}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Separate', exact: true }).click();
      await toast(page, 'The two records are separate again');
      await page.getByText('They can be separated until').waitFor({ state: 'detached' });
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

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
