import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signInWithCode } from '../harness/codes';
import { isFor, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'nadia.oeztuerk@clients.example';
const LIST = '**/api/therapist/intake-requests?*';
const ITEM_9 = 'Thoughts of death or self-harm: Several days';

/** The first booking to come of the client whose forms the demo practice shows. */
const nextBooking = (page: Page) => page.getByRole('listitem').filter({ hasText: CLIENT }).first();

describe('forms that were sent', () => {
  it('the therapist sends one from a booking, and the client finds it in the portal', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings&q=nadia');
      await nextBooking(page).getByRole('button', { name: /^Forms: 1 started:/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Forms' });
      await dialog.getByRole('button', { name: /^Withdraw: GAD-7/ }).waitFor();
      const problems = await problemsOf(page, 'booking forms');
      await dialog.getByLabel('Form', { exact: true }).selectOption({ label: 'PHQ-9' });
      await dialog.getByRole('button', { name: 'Send form' }).click();
      await toast(page, 'The form is on its way to the client.');
      await dialog.getByRole('button', { name: /^Send again: PHQ-9/ }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await nextBooking(page).getByRole('button', { name: /^Forms: 1 started, 1 sent:/ }).waitFor();
      await page.goto('/dashboard?tab=bookings&view=past&q=nadia');
      await seen(page, 'Item 9 above zero');
      problems.push(...(await problemsOf(page, 'bookings with forms')));
      expect(problems).toEqual([]);
    });
    const mail = await product.stack.mail(CLIENT, ({ to, text }) => to.includes(CLIENT) && text.includes('/forms#'));
    expect(isFor(CLIENT)(mail)).toBe(true);
    expect(mail.text).not.toContain('PHQ');
    await visit(async (page) => {
      await signInWithCode(page, product.stack, CLIENT);
      const forms = page.getByRole('region', { name: 'Forms' });
      await forms.getByRole('button', { name: 'Fill in: PHQ-9' }).waitFor();
      await forms.getByRole('button', { name: 'Go on: GAD-7' }).waitFor();
      expect(await problemsOf(page, 'client forms')).toEqual([]);
      await forms.getByRole('button', { name: 'Fill in: PHQ-9' }).click();
      await page.getByRole('heading', { level: 1, name: 'PHQ-9' }).waitFor();
    });
  });

  it('the therapist reads answers and score, with item 9 above everything, and saves them as a file', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/intake-forms/sent?status=completed');
      const marked = page.getByRole('listitem').filter({ hasText: 'Item 9 above zero' });
      await marked.waitFor();
      const problems = await problemsOf(page, 'sent forms');
      await marked.getByRole('link', { name: /^Read answers: PHQ-9/ }).click();
      await seen(page, ITEM_9);
      problems.push(...(await problemsOf(page, 'answers')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: /Item 9 above zero$/ }).focus();
      await picture(page, 'answers-point');
      await page.getByRole('button', { name: 'View as table' }).click();
      problems.push(...(await problemsOf(page, 'answers as table', [320])));
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      expect((await download).suggestedFilename()).toBe('answers.csv');
      const note = page.getByText('The answers were saved as a file. Keep it in a safe place.');
      await note.waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await note.isVisible()).toBe(false);
      expect(problems).toEqual([]);
    });
  });

  it('says when there are none, and when they could not be loaded', async () => {
    await visit(async (page) => {
      await signIn(page, 'New therapist');
      await page.goto('/intake-forms');
      await seen(page, 'No Intake Forms Yet');
      const problems = await problemsOf(page, 'intake forms, none');
      await page.goto('/intake-forms/sent');
      await seen(page, 'No forms sent yet');
      problems.push(...(await problemsOf(page, 'sent forms, none')));
      await page.goto('/intake-forms/answers/00000000-0000-7000-8000-000000000000');
      await seen(page, 'There are no answers here');
      problems.push(...(await problemsOf(page, 'answers, none')));
      await page.route(LIST, (route) => route.fulfill({ status: 503, json: { detail: 'Down.', request_id: 'test' } }));
      await page.goto('/intake-forms/sent');
      await seen(page, 'The forms could not be loaded.');
      problems.push(...(await problemsOf(page, 'sent forms, failed')));
      expect(problems).toEqual([]);
    });
  });
});
