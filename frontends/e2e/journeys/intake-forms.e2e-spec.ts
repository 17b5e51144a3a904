import { CDPSession, Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { attach, beginForm, bookForForms, buildForm, CANARY, filesWith, fillPhq9, finishForm, questionTitles, readAndPrint } from '../harness/intake';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;


/** How much slower than this machine's the processor is that keystrokes are timed for. */
const SLOWDOWN = 4;

/** A page with unsaved changes asks before it reloads; the person insists. */
const insists = (page: Page): void => void page.on('dialog', (dialog) => void dialog.accept());

describe('an intake form', () => {
  it('is built with all ten types, goes out with a booking, is filled in on a phone and elsewhere, and is read and printed', async () => {
    let links: string[] = [];
    await visit(async (page) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await page.goto('/intake-forms');
      expect(await buildForm(page)).toEqual([]);
      await attach(page, 'PHQ-9');
    });
    await visit(
      async (page) => {
        links = await bookForForms(page, product.stack);
        expect(await beginForm(page, links.at(-1) ?? '')).toEqual([]);
      },
      { width: 320 },
    );
    await visit(async (page) => {
      expect(await finishForm(page, product.stack, links.at(-1) ?? '')).toEqual([]);
      await fillPhq9(page, links.at(-2) ?? '');
      await page.goto('/forms#not-a-link');
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    });
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await readAndPrint(page);
      // What is no secret is found in plain, so this search would find the answers.
      expect(filesWith(product.stack, 'Ask: Long Text')).not.toEqual([]);
      expect(filesWith(product.stack, CANARY)).toEqual([]);
    });
  });

  it('is edited in two tabs: the second save keeps its text and offers both', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=intake');
      const [forms] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Manage Forms' }).click()]);
      await seen(forms, 'Before your first session');
      expect(new URL(forms.url()).pathname).toBe('/intake-forms');
      await forms.close();
      await page.goto('/intake-forms');
      await seen(page, 'Before your first session');
      const problems = await problemsOf(page, 'intake forms, full');
      await page.getByRole('button', { name: 'Edit Before your first session' }).click();
      await page.getByLabel('Form title').fill('Before we talk');
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByLabel('Form title').fill('Before your very first session');
      await other.getByRole('button', { name: 'Save Form' }).click();
      await toast(other, 'Intake form updated successfully');

      await page.getByText('This form was saved somewhere else meanwhile', { exact: true }).waitFor();
      expect(await page.getByLabel('Form title').inputValue()).toBe('Before we talk');
      await page.getByRole('button', { name: 'Save Form' }).click();
      await toast(page, 'Failed to save intake form');
      problems.push(...(await problemsOf(page, 'intake editor, conflict')));
      await page.getByRole('button', { name: 'Look at the saved one' }).click();
      await page.getByRole('dialog', { name: 'Before your very first session' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save mine as the newest' }).click();
      await toast(page, 'Intake form updated successfully');
      await page.getByRole('heading', { name: 'Before we talk' }).waitFor();

      await page.getByRole('button', { name: 'Archive PHQ-9' }).click();
      await page.getByRole('heading', { name: 'PHQ-9' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'PHQ-9' }).waitFor();
      await page.getByRole('button', { name: 'Use a Template' }).click();
      problems.push(...(await problemsOf(page, 'intake templates')));
      await page.getByRole('button', { name: 'Use this template: GAD-7' }).click();
      await seen(page, 'Answers are scored as GAD-7');
      await page.getByRole('button', { name: 'Duplicate question 3' }).click();
      await page.getByLabel('Question', { exact: true }).fill('Worrying too much about different things');
      await page.getByRole('button', { name: 'Save Form' }).click();
      await page.getByRole('button', { name: 'Save without scoring' }).waitFor();
      problems.push(...(await problemsOf(page, 'intake editor, not scored')));
      await page.getByRole('button', { name: 'Delete question 4' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await questionTitles(page)).toHaveLength(8);
      await page.getByRole('button', { name: 'Delete question 4' }).click();
      await page.getByRole('button', { name: 'Save Form' }).click();
      await toast(page, 'Intake form created successfully');
      expect(problems).toEqual([]);
    });
  });

  it('with 100 questions takes every letter on a slow machine, and says what one costs', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      const cookies = await context.cookies();
      const token = decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
      const questions = Array.from({ length: 100 }, (_, index) => ({ type: 'radio', question: `Question ${index + 1}, which is as long as questions are`, options: ['Never', 'Sometimes', 'Often', 'Always'], help_text: 'A help text that somebody took the time to write.' }));
      const made = await context.request.post('/api/therapist/intake-forms', { data: { title: 'A hundred', questions }, headers: { 'X-XSRF-TOKEN': token, Origin: product.stack.url } });
      expect(made.status()).toBe(201);
      const { id } = (await made.json()) as { id: string };
      await page.goto(`/intake-forms?form=${id}`);
      await page.locator('[data-part=title]').nth(49).click();
      const field = page.getByLabel('Question', { exact: true });
      await field.focus();
      const tool = await context.newCDPSession(page);
      await tool.send('Performance.enable', { timeDomain: 'threadTicks' });
      const spent: number[] = [];
      for (const letter of 'and a few more words to type') {
        // In a pause the form hears of what was typed, and it is written down.
        if (letter === ' ') await page.waitForTimeout(1_500);
        const before = await workOf(tool);
        await page.keyboard.type(letter);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
        spent.push((await workOf(tool)) - before);
      }
      const before = await workOf(tool);
      await page.waitForTimeout(1_500);
      const inPause = (await workOf(tool)) - before;
      spent.sort((one, other) => one - other);
      const figures = [spent[Math.floor(spent.length / 2)], spent.at(-1), inPause].map((ms) => `${ms?.toFixed(1)} ms`);
      console.log(`a keystroke among 100 questions on a processor ${SLOWDOWN} times slower: ${figures[0]} of script, style and layout (median of ${spent.length}), ${figures[1]} at most; ${figures[2]} in the pause after them`);
      // Straight from the last letter into a reload.
      await page.keyboard.type('!');
      const typed = await field.inputValue();
      expect(typed).toContain('and a few more words to type!');
      await page.reload();
      await page.getByText(typed, { exact: true }).waitFor();
      await picture(page, 'intake-hundred');
    });
  });
});

/**
 * How long the page's main thread would have run scripts and computed styles and layouts so far on a slow machine, in milliseconds. The
 * thread's own time counts: the browser's stand-in for a slow processor would add what others do on this machine meanwhile.
 */
async function workOf(tool: CDPSession): Promise<number> {
  const { metrics } = await tool.send('Performance.getMetrics');
  const parts = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  return metrics.reduce((sum, { name, value }) => (parts.includes(name) ? sum + value * 1_000 * SLOWDOWN : sum), 0);
}
