import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const { visit } = startProduct();

const TITLE = 'The bridge on the way home';
const CONTENT = `S: She slept better this week and went to work every day. She denies SI/HI. PHQ-9: 14 (was 18).
A: The thought record helped with catastrophic thinking about her supervisor.
P: Therapist introduced the thought record. Homework: keep a thought record daily.

She said she doesn't want to be here anymore. Next session on 12 March.`;
const CUE = "She said she doesn't want to be here anymore.";

const card = (page: Page) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: TITLE, exact: true }) });

describe('the analysis of a note', () => {
  it('is asked for, led back to the note’s own words, and accepted; then its summary stands in the list', async () => {
    await visit(async (page) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await signIn(page, 'Demo therapist');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto('/dashboard?tab=notes');
      await page.getByRole('button', { name: 'New Note' }).click();
      await page.getByLabel('Title').fill(TITLE);
      await page.getByLabel('Content').fill(CONTENT);
      await page.getByRole('button', { name: 'Create Note' }).click();
      await toast(page, 'Note created successfully');
      await card(page).getByRole('button', { name: `View ${TITLE}` }).click();

      const panel = page.getByRole('region', { name: 'Analysis' });
      await panel.getByText('Made by rules on this server: nothing of the note leaves it.').waitFor();
      await panel.getByRole('button', { name: 'Analyse Note' }).click();
      await panel.getByText('rule-based summary').waitFor({ timeout: 60_000 });
      await panel.getByRole('button', { name: new RegExp(CUE) }).first().click();
      expect(await page.locator('mark').textContent()).toBe(CUE);
      expect(await page.locator('mark').isVisible()).toBe(true);
      const problems = await problemsOf(page, 'note analysis');
      for (const width of [320, 1280]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await panel.scrollIntoViewIfNeeded();
          await picture(page, `note-analysis-${width}-${colorScheme}`);
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await panel.getByRole('button', { name: 'Edit Summary' }).click();
      await panel.getByLabel('Summary to accept').fill('Sleep and work are better; a possible risk was talked about.');
      await panel.getByRole('button', { name: 'Accept Summary' }).click();
      await toast(page, 'Summary accepted');
      await panel.getByText(/^Accepted /).waitFor();
      problems.push(...(await problemsOf(page, 'note analysis, accepted')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('tab', { name: /^All Notes/ }).click();
      await card(page).getByText('Sleep and work are better; a possible risk was talked about.').waitFor();
      expect(problems).toEqual([]);
    });
  });
});
