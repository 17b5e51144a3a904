import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signInWithCode } from '../harness/codes';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'jonah.whitfield@clients.example';
const TITLE = 'Walking home by another way';
const used: string[] = [];

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

/** A client with a proved address looks at their care plans. */
async function asClient(run: (page: Page) => Promise<void>): Promise<void> {
  await visit(async (page) => {
    used.push(await signInWithCode(page, product.stack, CLIENT, { used }));
    await page.getByRole('tab', { name: 'Care Plans' }).click();
    await run(page);
  });
}

const asTherapist = (run: (page: Page) => Promise<void>): Promise<void> =>
  visit(async (page) => {
    await signIn(page, 'Demo therapist');
    await plansView(page);
    await run(page);
  });

describe('a care plan', () => {
  it('is written by the keyboard, survives a reload, and is published', async () => {
    await asTherapist(async (page) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await view(page, 'Evenings that end').waitFor();
      const problems = await problemsOf(page, 'care plans, full');
      await page.setViewportSize({ width: 1280, height: 900 });
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
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
      expect(await page.getByLabel('Action 2', { exact: true }).inputValue()).toBe('Take the longer way twice');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep Writing' }).press('Enter');
      await page.getByRole('button', { name: 'Save as Draft' }).click();
      await toast(page, 'Care plan saved. Your client sees it once you publish it.');
      await seen(page, 'Only you see this plan. Your client sees it once you publish it.');
      await page.getByRole('slider', { name: 'Progress of Home before dark' }).press('ArrowRight');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText(/^Walking home.*Jonah Whitfield will see all of it in their portal/s).waitFor();
      await pictures(page, 'plans-publish');
      await question.getByRole('button', { name: 'Publish' }).click();
      await toast(page, 'Published: Jonah Whitfield can see it now');
      problems.push(...(await problemsOf(page, 'care plans, one')));
      expect(problems).toEqual([]);
    });
  });

  it('is seen by its client, who ticks an action off', async () => {
    await asClient(async (page) => {
      await page.getByRole('heading', { name: TITLE }).waitFor();
      await page.getByRole('checkbox', { name: 'Take the longer way twice' }).press(' ');
      await seen(page, '1 of 2 done');
      expect(await page.getByRole('progressbar', { name: 'Home before dark' }).getAttribute('aria-valuenow')).toBe('10');
      expect(await problemsOf(page, 'care plans of the client')).toEqual([]);
      await page.route('**/api/client/care-plans/**', (route) => route.abort());
      await page.getByRole('checkbox', { name: 'Name three things you see' }).click();
      await toast(page, 'That was not saved, so it is shown as it was. Please try again.');
      expect(await page.getByRole('checkbox', { name: 'Name three things you see' }).isChecked()).toBe(false);
      expect(await page.getByRole('checkbox', { name: 'Take the longer way twice' }).isChecked()).toBe(true);
      await picture(page, 'plans-client-failing');
    });
  });

  it('shows the therapist what was done, keeps it through an edit, and is withdrawn', async () => {
    await asTherapist(async (page) => {
      await page.getByText('1 of 2 actions done').waitFor();
      await view(page, TITLE).click();
      await isDone(page, 'Take the longer way twice').waitFor();
      expect(await isDone(page, 'Name three things you see').count()).toBe(0);
      await pictures(page, 'plans-details');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await seen(page, 'This plan is published. Jonah Whitfield sees your changes as soon as you save them.');
      await page.getByLabel('Title').fill(`${TITLE}, twice`);
      await page.getByRole('button', { name: 'Save Care Plan' }).click();
      await toast(page, 'Care plan saved: Jonah Whitfield sees the changes');
      await isDone(page, 'Take the longer way twice').waitFor();
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await toast(page, 'Withdrawn: Jonah Whitfield no longer sees it');
      await page.getByRole('button', { name: 'Undo' }).click();
      await toast(page, 'Published: Jonah Whitfield can see it now');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await seen(page, /Jonah Whitfield no longer sees this plan\./);
    });
    await asClient(async (page) => {
      await page.getByRole('heading', { name: 'Evenings that end' }).waitFor();
      expect(await page.getByRole('heading', { name: /^Walking home/ }).count()).toBe(0);
    });
  });

  it('begins with a note, and is deleted after a question', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=notes');
      await page.getByRole('button', { name: 'View Before the interview' }).click();
      await page.getByRole('button', { name: 'Start Care Plan' }).click();
      expect(await page.getByLabel('Title').inputValue()).toBe('Before the interview');
      await seen(page, 'Jonah Whitfield');
      await page.getByRole('button', { name: 'Save as Draft' }).click();
      await toast(page, 'Care plan saved. Your client sees it once you publish it.');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toast(page, 'Care plan deleted');
      await view(page, 'Evenings that end').waitFor();
      await page.route('**/api/therapist/care-plans?*', (route) => route.abort());
      await page.reload();
      await page.getByRole('heading', { name: 'Failed to fetch care plans' }).waitFor();
      await pictures(page, 'plans-failing');
      await page.unroute('**/api/therapist/care-plans?*');
      await page.route('**/api/therapist/care-plans?*', (route) => route.fulfill({ json: [] }));
      await page.route('**/api/therapist/care-plans/summary', (route) => route.fulfill({ json: { total: 0, published: 0 } }));
      await page.reload();
      await page.getByRole('button', { name: 'Write First Care Plan' }).waitFor();
      expect(await problemsOf(page, 'care plans, empty')).toEqual([]);
    });
  });
});
