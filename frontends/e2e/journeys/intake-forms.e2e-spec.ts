import { CDPSession, Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

/** The spec's names of the types, and what a question of each asks here. */
const TYPES = ['Short Text', 'Long Text', 'Multiple Choice', 'Single Choice', 'Checkboxes', 'Email', 'Phone Number', 'Date', 'Number', 'Rating Scale 1-10'];
/** How much slower than this machine's the processor is that keystrokes are timed for. */
const SLOWDOWN = 4;
const WITH_OPTIONS = ['Multiple Choice', 'Single Choice', 'Checkboxes'];

async function addQuestion(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Question' }).click();
  await page.getByLabel('Question', { exact: true }).fill(`Ask: ${type}`);
  await page.getByLabel('Question type').selectOption(type);
  if (WITH_OPTIONS.includes(type)) {
    await page.getByLabel('Option 1', { exact: true }).fill('Yes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('No');
  }
}

const questionTitles = (page: Page): Promise<string[]> => page.locator('[data-part=title] bdi').allTextContents();

/** A page with unsaved changes asks before it reloads; the person insists. */
const insists = (page: Page): void => void page.on('dialog', (dialog) => void dialog.accept());

describe('an intake form', () => {
  it('is built with all ten types, previewed, saved and attached, by keyboard too', async () => {
    await visit(async (page) => {
      insists(page);
      await signIn(page, 'New therapist');
      await page.goto('/intake-forms');
      await seen(page, 'No Intake Forms Yet');
      const problems = await problemsOf(page, 'intake forms, none');
      const tab = page;
      await tab.getByRole('button', { name: 'Create First Form' }).click();
      await tab.getByRole('button', { name: 'Save Form' }).click();
      await toast(tab, 'Please enter a form title');
      await tab.getByLabel('Form title').fill('First visit');
      await tab.getByRole('button', { name: 'Save Form' }).click();
      await toast(tab, 'Please add at least one question');
      for (const type of TYPES) await addQuestion(tab, type);
      expect(await questionTitles(tab)).toEqual(TYPES.map((type) => `Ask: ${type}`));
      problems.push(...(await problemsOf(tab, 'intake editor, full')));

      // By keyboard: the focus stays on the moved question; and by its handle, taken and put down with the space bar.
      await tab.getByRole('button', { name: 'Move question 10 up' }).focus();
      await tab.keyboard.press('Enter');
      await tab.keyboard.press('Enter');
      expect((await questionTitles(tab)).indexOf('Ask: Rating Scale 1-10')).toBe(7);
      await tab.getByRole('button', { name: 'Drag question 8' }).focus();
      await tab.keyboard.press('Space');
      await seen(tab, 'Question is at position 8 of 10.');
      await tab.keyboard.press('ArrowDown');
      await seen(tab, 'Question is at position 9 of 10.');
      await tab.keyboard.press('Space');
      await seen(tab, 'Question put down at position 9 of 10.');
      expect((await questionTitles(tab)).indexOf('Ask: Rating Scale 1-10')).toBe(8);

      // With the mouse: the second question in front of the first.
      await tab.setViewportSize({ width: 1280, height: 900 });
      await tab.getByLabel('Form title').focus();
      const [first, second] = [tab.getByRole('button', { name: 'Drag question 1', exact: true }), tab.getByRole('button', { name: 'Drag question 2', exact: true })];
      await first.scrollIntoViewIfNeeded();
      const [to, from] = [await first.boundingBox(), await second.boundingBox()];
      await tab.mouse.move(from!.x + 8, from!.y + 8);
      await tab.mouse.down();
      await tab.mouse.move(to!.x + 8, to!.y + 4, { steps: 8 });
      await tab.mouse.up();
      await tab.locator('[data-part=title]').first().getByText('Ask: Long Text').waitFor();
      // The click that ends a drag is nobody's: for 50 ms of the page's own clock dnd-kit lets none through.
      await tab.evaluate(() => new Promise((done) => setTimeout(done, 60)));

      // The last question hangs on the single choice.
      await tab.locator('[data-part=title]').last().click();
      await tab.getByRole('checkbox', { name: 'Show only if' }).check();
      await tab.getByLabel('Earlier question').selectOption('4. Ask: Single Choice');
      await tab.getByRole('checkbox', { name: 'Yes' }).check();
      await tab.getByRole('checkbox', { name: 'Begins a new page' }).check();

      await tab.reload();
      expect(await tab.getByLabel('Form title').inputValue()).toBe('First visit');
      expect(await questionTitles(tab)).toHaveLength(10);

      await tab.getByRole('button', { name: 'Preview' }).click();
      const dialog = tab.getByRole('dialog');
      await dialog.getByText('0 of 9 answered').waitFor();
      await dialog.getByRole('radio', { name: 'Yes' }).check();
      await dialog.getByRole('heading', { name: 'Page 1 of 2' }).waitFor();
      await dialog.getByLabel(/Ask: Email/).fill('not an address');
      await dialog.getByRole('button', { name: 'Next page' }).click();
      await dialog.getByText('Please enter a valid email address').waitFor();
      problems.push(...(await problemsOf(tab, 'intake preview, failing')));
      await dialog.getByLabel(/Ask: Email/).fill('nadia@example.org');
      await dialog.getByRole('button', { name: 'Next page' }).click();
      await dialog.getByRole('heading', { name: 'Page 2 of 2' }).waitFor();
      await tab.keyboard.press('Escape');

      await tab.getByRole('button', { name: 'Save Form' }).click();
      await toast(tab, 'Intake form created successfully');
      await seen(tab, '10 questions');
      await tab.reload();
      await tab.getByRole('button', { name: 'Edit First visit' }).click();
      await tab.getByText('Conditional').waitFor();
      expect(problems).toEqual([]);
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
      await page.getByLabel('Form title').fill('Before we meet');
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByLabel('Form title').fill('Before your very first session');
      await other.getByRole('button', { name: 'Save Form' }).click();
      await toast(other, 'Intake form updated successfully');

      await page.getByText('This form was saved somewhere else meanwhile', { exact: true }).waitFor();
      expect(await page.getByLabel('Form title').inputValue()).toBe('Before we meet');
      await page.getByRole('button', { name: 'Save Form' }).click();
      await toast(page, 'Failed to save intake form');
      problems.push(...(await problemsOf(page, 'intake editor, conflict')));
      await page.getByRole('button', { name: 'Look at the saved one' }).click();
      await page.getByRole('dialog', { name: 'Before your very first session' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save mine as the newest' }).click();
      await toast(page, 'Intake form updated successfully');
      await page.getByRole('heading', { name: 'Before we meet' }).waitFor();

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
