import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { signInWithCode } from '../harness/codes';
import { isFor, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'nadia.oeztuerk@clients.example';
const PHONE = { width: 320, height: 740 };
const WIDTHS = [1280, 320];

/** On the therapist's screen, as far as the question to both. */
async function ask(page: Page, problems: string[]): Promise<void> {
  await signIn(page, 'Demo therapist');
  await page.goto('/dashboard?tab=ai-meeting');
  await seen(page, 'Recording is not open here yet');
  await page.getByRole('switch', { name: 'Ask clients for their own click', checked: true }).waitFor();
  problems.push(...(await problemsOf(page, 'recording overview', WIDTHS)));
  for (const tab of ['Monitor Session', 'Results']) {
    await page.getByRole('tab', { name: tab }).click();
    problems.push(...(await problemsOf(page, `recording ${tab}`, WIDTHS)));
  }
  await page.getByRole('tab', { name: 'Setup Meeting' }).click();
  const request = page.getByRole('button', { name: 'Request Consent' });
  expect(await request.isDisabled()).toBe(true);
  await page.getByLabel('Meeting URL').fill('not a link');
  await page.getByLabel('Duration in minutes').fill('5');
  await request.click();
  await seen(page, 'Please enter a valid URL');
  await seen(page, 'Please enter a whole number from 15 to 300');
  problems.push(...(await problemsOf(page, 'recording setup, failing', WIDTHS)));
  await page.getByLabel('Duration in minutes').fill('50');
  await page.getByLabel('Meeting URL').fill('https://meet.google.com/lookup');
  await request.click();
  await seen(page, /This is no link to a meeting/);
  await page.getByLabel('Meeting URL').fill('https://meet.google.com/abc-defg-hij');
  await page.getByRole('button', { name: 'Choose a client' }).click();
  await page.getByLabel('Find a client').fill('nadia');
  await page.getByRole('button', { name: new RegExp(CLIENT) }).click();
  problems.push(...(await problemsOf(page, 'recording setup', WIDTHS)));
  await request.click();
  await seen(page, 'Waiting for both consents');
}

describe('consent to a recording', () => {
  it('is asked for, given on a phone, and taken back in the portal; the therapist sees each of it', async () => {
    await visit(async (desk) => {
      const problems: string[] = [];
      await ask(desk, problems);
      await seen(desk, /Their own click is needed/);
      problems.push(...(await problemsOf(desk, 'recording consent, asked', WIDTHS)));
      await desk.getByRole('button', { name: 'I agree' }).click();
      await seen(desk, 'You have agreed.');
      await desk.getByRole('button', { name: 'My client agrees', exact: true }).click();
      await seen(desk, 'Agreed: recorded by you on behalf of your client.');
      // The therapist's click for the client is not the client's own.
      await seen(desk, 'Waiting for both consents');

      const mail = await product.stack.mail(CLIENT, ({ text }) => text.includes('/consent#'));
      expect(isFor(CLIENT)(mail)).toBe(true);
      expect(mail.text).not.toContain('meet.google.com');
      const link = /\/consent#[\w.-]+/.exec(mail.text)?.[0] ?? '';
      await visit(async (phone) => {
        await phone.setViewportSize(PHONE);
        await phone.goto(link);
        await phone.getByRole('heading', { level: 1, name: 'Is it right that you agree?' }).waitFor();
        await phone.waitForURL((url) => url.hash === '');
        problems.push(...(await problemsOf(phone, 'consent page, asked', WIDTHS)));
        await phone.setViewportSize(PHONE);
        await phone.getByRole('button', { name: 'I agree' }).focus();
        await phone.keyboard.press('Enter');
        await phone.getByRole('heading', { level: 1, name: 'Thank you, you have agreed' }).waitFor();
        problems.push(...(await problemsOf(phone, 'consent page, agreed', WIDTHS)));
        await phone.reload();
        await phone.getByRole('heading', { level: 1, name: 'Thank you, you have agreed' }).waitFor();
        expect(phone.url()).not.toContain('#');
      });
      await seen(desk, 'Your client has agreed themselves.');
      await seen(desk, 'Both consents are complete');
      problems.push(...(await problemsOf(desk, 'recording consent, complete', WIDTHS)));
      await desk.reload();
      await seen(desk, 'Both consents are complete');

      await visit(async (portal) => {
        await signInWithCode(portal, product.stack, CLIENT);
        const card = portal.getByRole('region', { name: 'Recording' });
        await card.getByRole('heading', { name: 'Thank you, you have agreed' }).waitFor();
        problems.push(...(await problemsOf(portal, 'portal recording', WIDTHS)));
        await card.getByRole('button', { name: 'Withdraw' }).click();
        problems.push(...(await problemsOf(portal, 'portal recording, question', WIDTHS)));
        await portal.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
        await card.getByRole('heading', { name: 'You have said no' }).waitFor();
        problems.push(...(await problemsOf(portal, 'portal recording, declined', WIDTHS)));
      });
      await seen(desk, 'Your client has declined themselves. Nothing is recorded.');
      await seen(desk, 'Only they can change that.');
      problems.push(...(await problemsOf(desk, 'recording consent, declined', WIDTHS)));
      await desk.getByRole('button', { name: 'Withdraw consent' }).click();
      await desk.getByRole('alertdialog').getByRole('button', { name: 'Withdraw consent' }).click();
      await toast(desk, 'The consent is withdrawn');
      problems.push(...(await problemsOf(desk, 'recording consent, withdrawn', WIDTHS)));

      await visit(async (phone) => {
        await phone.goto(link);
        await phone.getByRole('heading', { level: 1, name: 'This consent was withdrawn' }).waitFor();
        problems.push(...(await problemsOf(phone, 'consent page, withdrawn', WIDTHS)));
        await phone.goto('/consent#of-nobody');
        await phone.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
        problems.push(...(await problemsOf(phone, 'consent page, invalid', WIDTHS)));
      });
      await desk.getByRole('button', { name: 'Start over' }).click();
      expect(await desk.getByLabel('Meeting URL').inputValue()).toBe('');
      expect(problems).toEqual([]);
    });
  });
});
