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
const CONTENT = 'He took the longer way twice.\n\nنص من اليمين إلى اليسار';

/** A page with unsaved changes may ask before it reloads; the person insists. */
const insists = (page: Page): void => void page.on('dialog', (dialog) => void dialog.accept());

const notesTab = async (page: Page): Promise<void> => {
  await page.goto('/dashboard?tab=notes');
  await page.getByRole('heading', { name: 'AI-Powered Session Notes' }).waitFor();
};

const card = (page: Page, title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

describe('a session note', () => {
  it('is written, survives a reload as a draft, is tagged, found and shared', async () => {
    await visit(async (page) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await notesTab(page);
      await page.getByRole('article').first().waitFor();
      const problems = await problemsOf(page, 'notes, full');
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

      await page.getByRole('button', { name: 'Choose Appointment' }).click();
      await page.getByLabel('Find an appointment').fill('jonah');
      await page.getByRole('button', { name: /^Jonah Whitfield/ }).first().click();
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

      const search = page.getByLabel('Search notes');
      for (const words of ['LONGER way', 'detour', 'another way']) {
        await search.fill(words);
        await page.waitForURL((url) => url.searchParams.get('q') === words);
        await page.getByText('1 note found').waitFor();
        await card(page, TITLE).waitFor();
      }
      await page.reload();
      expect(await search.inputValue()).toBe('another way');
      await search.fill('nothing has these words');
      await seen(page, 'No note with these words');
      problems.push(...(await problemsOf(page, 'notes, nothing found')));
      expect(problems).toEqual([]);
    });
  });

  it('is read by its client in the portal', async () => {
    await visit(async (page) => {
      await signInWithCode(page, product.stack, CLIENT);
      await page.getByRole('tab', { name: 'Session Notes' }).click();
      await seen(page, TITLE);
      await seen(page, 'He took the longer way twice.');
      await picture(page, 'notes-in-the-portal');
    });
  });

  it('is kept in both texts when two windows save it', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
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
      const problems = await problemsOf(page, 'notes, conflict');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Update Note' }).click();
      await toast(page, 'Error updating note: This note was saved elsewhere meanwhile, so yours is not saved. Nothing is lost: look at the saved one, or save yours as the newest.');
      await page.getByRole('button', { name: 'Save mine' }).click();
      await toast(page, 'Note updated successfully');
      expect(problems).toEqual([]);
    });
  });

  it('is signed, amended, compared with what it was, printed, and deleted once it is unlocked with a reason', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await notesTab(page);
      await card(page, TITLE).getByRole('button', { name: /^View/ }).click();
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
      const problems = await problemsOf(page, 'notes, signed with history');
      await page.setViewportSize({ width: 1280, height: 900 });

      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      expect(await page.getByRole('navigation', { name: 'Dashboard sections' }).isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
      expect(await page.getByRole('heading', { name: TITLE }).isVisible()).toBe(true);
      await picture(page, 'notes-print');
      await page.emulateMedia({ media: 'screen' });

      await page.getByRole('button', { name: 'Delete' }).click();
      const unlock = page.getByRole('dialog', { name: 'Unlock this note before you delete it?' });
      await unlock.getByRole('button', { name: 'Unlock' }).click();
      await seen(page, 'Please say why the note is unlocked.');
      problems.push(...(await problemsOf(page, 'notes, unlocking')));
      await unlock.getByLabel('Reason').fill('Written twice');
      await unlock.getByRole('button', { name: 'Unlock' }).click();
      await page.getByRole('alertdialog').getByText('Are you sure you want to delete this note and all its files?').waitFor();
      problems.push(...(await problemsOf(page, 'notes, deleting')));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toast(page, 'Note deleted successfully');
      await page.getByRole('article').first().waitFor();
      expect(await card(page, TITLE).count()).toBe(0);
      expect(problems).toEqual([]);
    });
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

