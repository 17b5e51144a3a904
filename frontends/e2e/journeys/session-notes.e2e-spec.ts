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
/** Only its photographed page says this. */
const ON_PAPER = 'wooden lighthouse';
const CONTENT = 'He took the longer way twice.\n\nنص من اليمين إلى اليسار';

/** A page with unsaved changes may ask before it reloads; the person insists. */
const insists = (page: Page): void => void page.on('dialog', (dialog) => void dialog.accept());

const notesTab = async (page: Page): Promise<void> => {
  await page.goto('/dashboard?tab=notes');
  await page.getByRole('heading', { name: 'AI-Powered Session Notes' }).waitFor();
};

const card = (page: Page, title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Written with a reload in between, tagged, shared, and found by what it says. */
async function write(page: Page, problems: string[]): Promise<void> {
  await notesTab(page);
  await page.getByRole('article').first().waitFor();
  problems.push(...(await problemsOf(page, 'notes, full')));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'New Note' }).click();
  expect(await page.getByRole('button', { name: 'Create Note' }).isDisabled()).toBe(true);
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Content').fill(CONTENT);
  await page.getByText(/^Saved as draft at \d\d:\d\d$/).waitFor();

  await page.reload();
  await page.getByText(/^Saved as draft at \d\d:\d\d$/).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe(TITLE);
  expect(await page.getByLabel('Content').inputValue()).toBe(CONTENT);

  await page.getByRole('button', { name: 'Choose Client or Appointment' }).click();
  await page.getByLabel('Find a client or an appointment').fill('jonah');
  await page.getByRole('button', { name: /^Jonah Whitfield.*Only the client/ }).click();
  await page.getByRole('button', { name: 'Copy from Last Session' }).click();
  await page.getByRole('dialog', { name: 'Copy from the last session?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('textbox', { name: 'Tags (optional)' }).fill('detour');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add tag sleep' }).click();
  await page.getByRole('switch', { name: 'Visible to client' }).click();
  problems.push(...(await problemsOf(page, 'notes, editor')));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Create Note' }).click();
  await toast(page, 'Note created successfully');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const words of ['LONGER way', 'detour', 'another way']) await findsIt(page, words);
  await page.reload();
  expect(await page.getByLabel('Search notes').inputValue()).toBe('another way');
}

/** What is looked for lies in the entry of the history alone. */
async function looksFor(page: Page, words: string): Promise<void> {
  await page.getByLabel('Search notes').fill(words);
  await page.waitForFunction((text) => (window.history.state as { usr?: { words?: { text: string } } } | null)?.usr?.words?.text === text, new URLSearchParams({ q: words }).toString());
  expect(page.url()).not.toContain('q=');
}

async function findsIt(page: Page, words: string): Promise<void> {
  await looksFor(page, words);
  await page.getByText('1 note found').waitFor();
  await card(page, TITLE).waitFor();
}

/** @returns where the picture of its page is */
async function addPhotograph(page: Page, context: BrowserContext): Promise<string> {
  const buffer = await photographOf(context, [`We spoke about the ${ON_PAPER}.`, 'He will bring the map on Friday.']);
  await page.getByLabel('Add photos or PDFs').setInputFiles({ name: 'page one.png', mimeType: 'image/png', buffer });
  await page.getByRole('list', { name: 'Files of this note' }).getByText('Completed').waitFor({ timeout: 60_000 });
  const image = page.waitForResponse(/\/pages\/1\/image$/);
  await page.getByRole('button', { name: 'View page one.png' }).click();
  const address = (await image).url();
  await page.getByRole('dialog', { name: 'page one.png' }).getByRole('button', { name: 'Close' }).click();
  return address;
}

/** Another window saves it first: both texts are there. */
async function writeInTwoWindows(page: Page, context: BrowserContext, problems: string[]): Promise<void> {
  await notesTab(page);
  await card(page, TITLE).getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel('Content').fill('He took the longer way three times.');
  const other = await context.newPage();
  await notesTab(other);
  await card(other, TITLE).getByRole('button', { name: /^Edit/ }).click();
  await other.getByLabel('Content').fill('He took the longer way twice, in the rain.');
  await other.getByRole('button', { name: 'Update Note' }).click();
  await toast(other, 'Note updated successfully');
  await other.close();

  await page.getByText('This note was saved somewhere else meanwhile', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'The saved one' }).getByText('in the rain').waitFor();
  await page.getByRole('region', { name: 'Yours' }).locator('ins').first().waitFor();
  problems.push(...(await problemsOf(page, 'notes, conflict')));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Update Note' }).click();
  await toast(page, 'Error updating note: This note was saved elsewhere meanwhile, so yours is not saved. Nothing is lost: look at the saved one, or save yours as the newest.');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await toast(page, 'Note updated successfully');
}

async function signAndAmend(page: Page, problems: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Sign and Lock' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign and Lock' }).click();
  await toast(page, 'Note signed and locked');
  await page.getByLabel('Add an amendment').fill('He called to say that it was four times.');
  await page.getByRole('button', { name: 'Add Amendment' }).click();
  await toast(page, 'Amendment added');
  await page.getByRole('button', { name: 'Show history' }).click();
  await page.getByRole('button', { name: 'Show what changed: Edited, version 3' }).click();
  await page.locator('ins').first().waitFor();
  expect((await page.locator('ins').allTextContents()).join(' ')).toContain('three times');
  problems.push(...(await problemsOf(page, 'notes, signed with history')));
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  expect(await page.getByRole('navigation', { name: 'Dashboard sections' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: TITLE }).isVisible()).toBe(true);
  await picture(page, 'notes-print');
  await page.emulateMedia({ media: 'screen' });
}

async function unlockAndDelete(page: Page, problems: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const unlock = page.getByRole('dialog', { name: 'Unlock this note before you delete it?' });
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await seen(page, 'Please say why the note is unlocked.');
  problems.push(...(await problemsOf(page, 'notes, unlocking', [1280, 320])));
  await unlock.getByLabel('Reason').fill('Written twice');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('alertdialog').getByText('Are you sure you want to delete this note and all its files?').waitFor();
  problems.push(...(await problemsOf(page, 'notes, deleting', [1280, 320])));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Note deleted successfully');
  await page.getByRole('article').first().waitFor();
}

/** Not in the list, not found by what it or its page said, and not at the addresses that were open. */
async function nothingIsLeft(page: Page, noteAddress: string, imageAddress: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await card(page, TITLE).count()).toBe(0);
  for (const words of [ON_PAPER, 'four times', 'longer way', 'detour']) {
    await looksFor(page, words);
    await seen(page, 'No note with these words');
  }
  expect((await page.request.get(imageAddress)).status()).toBe(404);
  for (const other of ['', '/pages', '/content']) expect((await page.request.get(imageAddress.replace(/\/pages\/1\/image$/, other))).status()).toBe(404);
  await page.goto(noteAddress);
  await seen(page, 'There is no such note.');
}

describe('a session note', () => {
  it('is written, tagged, found, shared and read by its client; conflicting, signed and amended; once it is deleted nothing of it is left', async () => {
    const problems: string[] = [];
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await write(page, problems);
      await visit(async (client) => {
        await signInWithCode(client, product.stack, CLIENT);
        await client.getByRole('tab', { name: 'Session Notes' }).click();
        await seen(client, TITLE);
        await seen(client, 'He took the longer way twice.');
        await picture(client, 'notes-in-the-portal');

        await writeInTwoWindows(page, context, problems);
        await card(page, TITLE).getByRole('button', { name: /^View/ }).click();
        const noteAddress = page.url();
        const imageAddress = await addPhotograph(page, context);
        await signAndAmend(page, problems);
        await page.getByRole('tab', { name: /^All Notes/ }).click();
        await findsIt(page, ON_PAPER);
        await page.goto(noteAddress);
        await unlockAndDelete(page, problems);
        await nothingIsLeft(page, noteAddress, imageAddress);

        await client.reload({ waitUntil: 'networkidle' });
        await client.getByRole('tabpanel', { name: 'Session Notes' }).waitFor();
        expect(await client.getByText(TITLE).count()).toBe(0);
      });
    });
    expect(problems).toEqual([]);
  });

  it('is written on a line that comes and goes, by keyboard, and left as a draft that is offered again', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await notesTab(page);
      await page.getByRole('button', { name: 'New Note' }).press('Enter');
      await page.getByLabel('Title').waitFor();
      await context.setOffline(true);
      await page.keyboard.type('On the train');
      await seen(page, 'Not saved: no connection, trying again');
      await picture(page, 'notes-offline');
      await context.setOffline(false);
      await page.getByText(/^Saved as draft at/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      const problems = await problemsOf(page, 'notes, leaving', [1280, 320]);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Continue your draft' }).waitFor();
      problems.push(...(await problemsOf(page, 'notes, drafts', [1280, 320])));
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await page.getByRole('button', { name: 'Continue On the train' }).click();
      await page.getByText(/^Saved as draft at/).waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('On the train');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('heading', { name: 'Continue your draft' }).waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });
  });

  it('is missing at first, and says when notes cannot be read', async () => {
    await visit(async (page) => {
      await signIn(page, 'New therapist');
      await page.goto('/profile');
      await page.getByLabel(/^Display name/).fill('Ada Newhouse');
      await page.getByRole('button', { name: /Save Profile|Create Profile/ }).click();
      await toast(page, 'Profile created successfully');
      await notesTab(page);
      await seen(page, 'No session notes yet');
      await page.getByRole('tab', { name: 'All Notes (0)' }).waitFor();
      const problems = await problemsOf(page, 'notes, none');
      await page.route('**/api/therapist/enhanced-session-notes*', (route) => route.fulfill({ status: 500, json: { detail: 'The server is resting.' } }));
      await page.reload();
      await toast(page, 'Failed to fetch session notes');
      problems.push(...(await problemsOf(page, 'notes, failing')));
      expect(problems).toEqual([]);
    });
  });
});

