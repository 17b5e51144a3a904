import { BrowserContext, Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signInWithCode } from '../harness/codes';
import { seen, signIn, toast } from '../harness/people';
import { photographOf } from '../harness/photograph';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'jonah.whitfield@clients.example';
const TITLE = 'Walking home by another way';
/** The same screen as a phone and a wide window show it, by day and by night. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const plansView = async (page: Page): Promise<void> => {
  await page.goto('/dashboard?tab=notes&view=plans');
  await page.getByRole('heading', { level: 2, name: 'Care Plans' }).waitFor();
};
const view = (page: Page, title: string) => page.getByRole('button', { name: `View ${title}`, exact: true }).first();
const isDone = (page: Page, action: string) => page.getByRole('region', { name: 'Actions' }).getByRole('listitem').filter({ hasText: action }).getByText(/^Done \d/);
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });

const NOTE = 'The bridge on the way home';
const HOMEWORK = 'Keep a thought record daily';
const CUE = "She said she doesn't want to be here anymore.";
const CONTENT = `S: She slept better this week and went to work every day. She denies SI/HI. PHQ-9: 14 (was 18).
A: The thought record helped with catastrophic thinking about her supervisor.
P: Therapist introduced the thought record. Homework: keep a thought record daily.

${CUE} Next session on 12 March.`;

async function writeNote(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=notes');
  await page.getByRole('button', { name: 'New Note' }).click();
  await page.getByLabel('Title').fill(NOTE);
  await page.getByLabel('Content').fill(CONTENT);
  await page.getByRole('button', { name: 'Choose Client or Appointment' }).click();
  await page.getByLabel('Find a client or an appointment').fill('jonah');
  await page.getByRole('button', { name: /^Jonah Whitfield.* · / }).first().click();
  await page.getByRole('button', { name: 'Create Note' }).click();
  await toast(page, 'Note created successfully');
  await view(page, NOTE).click();
}

/** The text of a page stands beside its picture, and is corrected there. */
async function readPhotograph(page: Page, context: BrowserContext, problems: string[]): Promise<void> {
  const buffer = await photographOf(context, ['She crossed the bridge alone on Tuesday.', 'Ask about the second bridge.']);
  await page.getByLabel('Add photos or PDFs').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer });
  await page.getByRole('list', { name: 'Files of this note' }).getByText('Completed').waitFor({ timeout: 60_000 });
  problems.push(...(await problemsOf(page, 'note, files')));
  await wide(page);
  await page.getByRole('button', { name: 'View page.png' }).click();
  const viewer = page.getByRole('dialog', { name: 'page.png' });
  await viewer.getByRole('img', { name: 'Page 1 of page.png' }).waitFor();
  await viewer.getByRole('region', { name: 'Text of the page' }).getByText(/crossed the bridge/).waitFor();
  problems.push(...(await problemsOf(page, 'note, viewer with text')));
  await wide(page);
  await viewer.getByRole('button', { name: 'Correct' }).click();
  await viewer.getByLabel('Corrected text').fill('She crossed the bridge alone on Thursday.');
  problems.push(...(await problemsOf(page, 'note, correcting', [1280, 320])));
  await wide(page);
  await viewer.getByRole('button', { name: 'Save Correction' }).click();
  await toast(page, 'Correction saved');
  await viewer.getByText('Corrected by you').waitFor();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await page.getByText('She crossed the bridge alone on Thursday.').waitFor();
}

/** Every sentence leads to the note's own words; the summary is the note's once it is accepted. */
async function acceptSummary(page: Page, problems: string[]): Promise<void> {
  const panel = page.getByRole('region', { name: 'Analysis', exact: true });
  await panel.getByText('Made by rules on this server: nothing of the note leaves it.').waitFor();
  await panel.getByRole('button', { name: 'Analyse Note' }).click();
  await panel.getByText('rule-based summary').waitFor({ timeout: 60_000 });
  await panel.getByRole('button', { name: new RegExp(CUE) }).first().click();
  expect(await page.locator('mark').textContent()).toBe(CUE);
  expect(await page.locator('mark').isVisible()).toBe(true);
  problems.push(...(await problemsOf(page, 'note, analysis')));
  await wide(page);
  await panel.getByRole('button', { name: 'Edit Summary' }).click();
  await panel.getByLabel('Summary to accept').fill('Sleep and work are better; a possible risk was talked about.');
  await panel.getByRole('button', { name: 'Accept Summary' }).click();
  await toast(page, 'Summary accepted');
  await panel.getByText(/^Accepted /).waitFor();
  problems.push(...(await problemsOf(page, 'note, analysis accepted', [1280, 320])));
  await wide(page);
}

async function planFromNote(page: Page, problems: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Start Care Plan' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe(NOTE);
  expect((await page.getByLabel('Action 1', { exact: true }).inputValue()).toLowerCase()).toContain('keep a thought record daily');
  await page.getByLabel('Action 1', { exact: true }).fill(HOMEWORK);
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await toast(page, 'Care plan saved. Your client sees it once you publish it.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByText(/Jonah Whitfield will see all of it in their portal/).waitFor();
  problems.push(...(await problemsOf(page, 'plan, publishing', [1280, 320])));
  await wide(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await toast(page, 'Published: Jonah Whitfield can see it now');
}

/** Ticked off by the keyboard; a tick that was not saved is taken back. */
async function tickOff(client: Page, problems: string[]): Promise<void> {
  await client.getByRole('tab', { name: 'Care Plans' }).click();
  const plan = client.getByRole('article').filter({ has: client.getByRole('heading', { name: NOTE }) });
  await client.route('**/api/client/care-plans/**', (route) => route.abort());
  await plan.getByRole('checkbox', { name: HOMEWORK }).click();
  await toast(client, 'That was not saved, so it is shown as it was. Please try again.');
  expect(await plan.getByRole('checkbox', { name: HOMEWORK }).isChecked()).toBe(false);
  await picture(client, 'plans-client-failing');
  await client.unroute('**/api/client/care-plans/**');
  await plan.getByRole('checkbox', { name: HOMEWORK }).press(' ');
  await plan.getByText(/^1 of \d done$/).waitFor();
  problems.push(...(await problemsOf(client, 'care plans of the client')));
}

describe('a care plan', () => {
  it('comes from a photographed page, read, corrected and summarised; its client ticks an action off, which the therapist sees', async () => {
    const problems: string[] = [];
    await visit(async (page, context) => {
      await signIn(page, 'Demo therapist');
      await writeNote(page);
      await readPhotograph(page, context, problems);
      await acceptSummary(page, problems);
      await planFromNote(page, problems);
      await visit(async (client) => {
        await signInWithCode(client, product.stack, CLIENT);
        await tickOff(client, problems);
        await page.reload();
        await isDone(page, HOMEWORK).waitFor();
        await pictures(page, 'plans-details');
        await wide(page);
        await page.getByRole('button', { name: 'Withdraw' }).click();
        await seen(page, /Jonah Whitfield no longer sees this plan\./);
        await client.reload({ waitUntil: 'networkidle' });
        await client.getByRole('tabpanel', { name: 'Care Plans' }).waitFor();
        expect(await client.getByRole('heading', { name: NOTE }).count()).toBe(0);
      });
    });
    expect(problems).toEqual([]);
  });

  it('is written by the keyboard, survives a reload, is published, changed, withdrawn and deleted', async () => {
    await visit(async (page) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await signIn(page, 'Demo therapist');
      await plansView(page);
      await view(page, 'Evenings that end').waitFor();
      const problems = await problemsOf(page, 'care plans, full');
      await wide(page);
      await writePlan(page, problems);
      await changePlan(page);
      problems.push(...(await problemsOf(page, 'care plans, one')));
      await wide(page);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toast(page, 'Care plan deleted');
      await view(page, 'Evenings that end').waitFor();
      await withoutPlans(page, problems);
      expect(problems).toEqual([]);
    });
  });
});

async function writePlan(page: Page, problems: string[]): Promise<void> {
  await page.getByRole('button', { name: 'New Care Plan' }).click();
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await seen(page, 'Please choose whom the plan is for.');
  await page.getByRole('button', { name: 'Choose Client' }).press('Enter');
  await page.getByLabel('Find a client').fill('jonah');
  await page.getByRole('button', { name: 'Jonah Whitfield' }).press('Enter');
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Description').fill('A small plan.\n\nنص من اليمين إلى اليسار');
  await page.getByRole('button', { name: 'Add Action' }).press('Enter');
  await page.keyboard.type('Take the longer way twice');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Name three things you see');
  await page.getByRole('button', { name: 'Move Action 2 up' }).press('Enter');
  expect(await page.getByLabel('Action 1', { exact: true }).inputValue()).toBe('Name three things you see');
  await page.getByRole('button', { name: 'Add Goal' }).press('Enter');
  await page.keyboard.type('Home before dark');
  await page.getByLabel('Progress of goal 1').press('ArrowRight');
  await page.getByLabel('Follow-up date').fill('2030-03-14');
  problems.push(...(await problemsOf(page, 'care plans, editor')));
  await wide(page);
  await page.reload();
  expect(await page.getByLabel('Action 2', { exact: true }).inputValue()).toBe('Take the longer way twice');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep Writing' }).press('Enter');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await toast(page, 'Care plan saved. Your client sees it once you publish it.');
  await seen(page, 'Only you see this plan. Your client sees it once you publish it.');
}

async function changePlan(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Progress of Home before dark' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await toast(page, 'Published: Jonah Whitfield can see it now');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await seen(page, 'This plan is published. Jonah Whitfield sees your changes as soon as you save them.');
  await page.getByLabel('Title').fill(`${TITLE}, twice`);
  await page.getByRole('button', { name: 'Save Care Plan' }).click();
  await toast(page, 'Care plan saved: Jonah Whitfield sees the changes');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await toast(page, 'Withdrawn: Jonah Whitfield no longer sees it');
  await page.getByRole('button', { name: 'Undo' }).click();
  await seen(page, /^Jonah Whitfield sees this plan in their portal/);
}

/** As the screen is where plans cannot be read, and where there are none. */
async function withoutPlans(page: Page, problems: string[]): Promise<void> {
  await page.route('**/api/therapist/care-plans?*', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Failed to fetch care plans' }).waitFor();
  await pictures(page, 'plans-failing');
  await page.unroute('**/api/therapist/care-plans?*');
  await page.route('**/api/therapist/care-plans?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/therapist/care-plans/summary', (route) => route.fulfill({ json: { total: 0, published: 0 } }));
  await page.reload();
  await page.getByRole('button', { name: 'Write First Care Plan' }).waitFor();
  problems.push(...(await problemsOf(page, 'care plans, empty')));
}
