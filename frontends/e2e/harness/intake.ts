import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Page } from 'playwright-core';
import { RunningStack } from '../../../docker/local/src/stack/forked-stack';
import { problemsOf } from './axe';
import { picture } from './browser';
import { mailedCode } from './codes';
import { fillDetails, pickFirstTime, seen, toast } from './people';

const TITLE = 'Before we meet';
const SERVICE = 'First conversation';
const VISITOR_EMAIL = 'forms@visitor.example';
/** A secret that a client writes. */
export const CANARY = 'Canary: I cannot rest.';

/** The spec's names of the types, and what a question of each asks here. */
const TYPES = ['Short Text', 'Long Text', 'Multiple Choice', 'Single Choice', 'Checkboxes', 'Email', 'Phone Number', 'Date', 'Number', 'Rating Scale 1-10'];
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
  if (type === 'Short Text') await page.getByRole('checkbox', { name: 'Required' }).check();
}

export const questionTitles = (page: Page): Promise<string[]> => page.locator('[data-part=title] bdi').allTextContents();

/** Builds a form of every type by keyboard, drag and button, and attaches it. @returns what is wrong with its screens */
export async function buildForm(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'New Form' }).click();
  await page.getByRole('button', { name: 'Save Form' }).click();
  await toast(page, 'Please enter a form title');
  await page.getByLabel('Form title').fill(TITLE);
  await page.getByRole('button', { name: 'Save Form' }).click();
  await toast(page, 'Please add at least one question');
  for (const type of TYPES) await addQuestion(page, type);
  expect(await questionTitles(page)).toEqual(TYPES.map((type) => `Ask: ${type}`));
  // The browser's Back asks first.
  await page.goBack();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await questionTitles(page)).toHaveLength(10);
  const problems = await problemsOf(page, 'intake editor, full');
  await moveQuestions(page);

  // The last question hangs on the single choice.
  await page.locator('[data-part=title]').last().click();
  await page.getByRole('checkbox', { name: 'Show only if' }).check();
  await page.getByLabel('Earlier question').selectOption('4. Ask: Single Choice');
  await page.getByRole('checkbox', { name: 'Yes' }).check();
  await page.getByRole('checkbox', { name: 'Begins a new page' }).check();

  await page.reload();
  expect(await page.getByLabel('Form title').inputValue()).toBe(TITLE);
  expect(await questionTitles(page)).toHaveLength(10);
  problems.push(...(await previewForm(page)));

  await page.getByRole('checkbox', { name: SERVICE, exact: true }).check();
  await page.getByRole('button', { name: 'Save Form' }).click();
  await toast(page, 'Intake form created successfully');
  await seen(page, '10 questions');
  await page.reload();
  await page.getByRole('button', { name: `Edit ${TITLE}` }).click();
  await page.getByText('Conditional').waitFor();
  await page.getByRole('link', { name: '← Back to intake forms' }).click();
  return problems;
}

/** By keyboard, with buttons and with the handle; and with the mouse. */
async function moveQuestions(page: Page): Promise<void> {
  // The focus stays on the moved question.
  await page.getByRole('button', { name: 'Move question 10 up' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect((await questionTitles(page)).indexOf('Ask: Rating Scale 1-10')).toBe(7);
  await page.getByRole('button', { name: 'Drag question 8' }).focus();
  await page.keyboard.press('Space');
  await seen(page, 'Question is at position 8 of 10.');
  await page.keyboard.press('ArrowDown');
  await seen(page, 'Question is at position 9 of 10.');
  await page.keyboard.press('Space');
  await seen(page, 'Question put down at position 9 of 10.');
  expect((await questionTitles(page)).indexOf('Ask: Rating Scale 1-10')).toBe(8);

  // The second question in front of the first.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel('Form title').focus();
  const [first, second] = [page.getByRole('button', { name: 'Drag question 1', exact: true }), page.getByRole('button', { name: 'Drag question 2', exact: true })];
  await first.scrollIntoViewIfNeeded();
  const [to, from] = [await first.boundingBox(), await second.boundingBox()];
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(to!.x + 8, to!.y + 4, { steps: 8 });
  await page.mouse.up();
  await page.locator('[data-part=title]').first().getByText('Ask: Long Text').waitFor();
  // The click that ends a drag is nobody's: for 50 ms of the page's own clock dnd-kit lets none through.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 60)));
}

async function previewForm(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('0 of 9 answered').waitFor();
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByRole('heading', { name: 'Page 1 of 2' }).waitFor();
  await dialog.getByLabel(/Ask: Short Text/).fill('Short');
  await dialog.getByLabel(/Ask: Email/).fill('not an address');
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await dialog.getByText('Please enter a valid email address').waitFor();
  const problems = await problemsOf(page, 'intake preview, failing');
  await dialog.getByLabel(/Ask: Email/).fill('nadia@example.org');
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await dialog.getByRole('heading', { name: 'Page 2 of 2' }).waitFor();
  await page.keyboard.press('Escape');
  return problems;
}

/** A form of the demo practice goes out with the service, too. */
export async function attach(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.getByRole('checkbox', { name: SERVICE, exact: true }).check();
  await page.getByRole('button', { name: 'Save Form' }).click();
  await toast(page, 'Intake form updated successfully');
}

/** @returns the paths of the forms that the booking's mail asks to fill in, the newest form last */
export async function bookForForms(page: Page, stack: RunningStack): Promise<string[]> {
  await page.goto('/t/demo');
  await page.getByRole('button', { name: `Book Now ${SERVICE}` }).click();
  await pickFirstTime(page);
  await fillDetails(page, VISITOR_EMAIL);
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await toast(page, 'Booking confirmed successfully!');
  const mail = await stack.mail(VISITOR_EMAIL, ({ text }) => text.includes('/forms#'));
  expect(mail.text).not.toContain(TITLE);
  return [...mail.text.matchAll(/\/forms#[\w-]+/g)].map(([link]) => link);
}

/** On the phone, as far as a reload, and left there so that nobody else reads it. */
export async function beginForm(page: Page, link: string): Promise<string[]> {
  await page.goto(link);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  const problems = await problemsOf(page, 'form, empty', [1280, 320]);
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await seen(page, 'One answer needs your attention');
  problems.push(...(await problemsOf(page, 'form, failing', [1280, 320])));
  await page.getByLabel(/Ask: Long Text/).fill(CANARY);
  await page.getByLabel(/Ask: Short Text/).fill('Since spring');
  await page.getByRole('group', { name: /Ask: Single Choice/ }).getByRole('radio', { name: 'Yes' }).check();
  await seen(page, 'All answers are saved.');
  await page.reload();
  await page.getByRole('heading', { name: TITLE }).waitFor();
  expect(await page.getByLabel(/Ask: Long Text/).inputValue()).toBe(CANARY);
  expect(await page.getByLabel(/Ask: Short Text/).inputValue()).toBe('Since spring');
  problems.push(...(await problemsOf(page, 'form, begun', [1280, 320])));
  await picture(page, 'form-begun');
  await page.getByRole('button', { name: 'Stop here' }).click();
  await page.getByRole('heading', { name: 'Your form is closed here' }).waitFor();
  problems.push(...(await problemsOf(page, 'form, stopped', [1280, 320])));
  // Whoever finds the link in this browser.
  await page.goto(link);
  await page.getByRole('button', { name: 'Mail me a code' }).waitFor();
  return problems;
}

/** On another device, after a mailed code. */
export async function finishForm(page: Page, stack: RunningStack, link: string): Promise<string[]> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  const problems = await problemsOf(page, 'form, code', [1280, 320]);
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(stack, VISITOR_EMAIL));
  await page.getByRole('button', { name: 'Go on' }).click();
  expect(await page.getByLabel(/Ask: Long Text/).inputValue()).toBe(CANARY);
  await page.getByLabel(/Ask: Multiple Choice/).selectOption('No');
  await page.getByRole('group', { name: /Ask: Checkboxes/ }).getByRole('checkbox', { name: 'Yes' }).check();
  await page.getByLabel(/Ask: Email/).fill('elsewhere@visitor.example');
  await page.getByLabel(/Ask: Phone Number/).fill('+45 33 12 34');
  await page.getByLabel(/Ask: Date/).fill('1984-02-29');
  await page.getByRole('group', { name: /Ask: Rating/ }).getByRole('radio', { name: '7' }).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByLabel(/Ask: Number/).fill('2.5');
  await page.getByLabel(/Sign with your name/).fill('Nadia Öztürk');
  await picture(page, 'form-last-page');
  problems.push(...(await problemsOf(page, 'form, full', [1280, 320])));
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await page.getByRole('heading', { name: 'Thank you, your form is completed' }).waitFor();
  problems.push(...(await problemsOf(page, 'form, completed', [1280, 320])));
  return problems;
}

/** Every item with 'Not at all', and the ninth with 'Several days'. */
export async function fillPhq9(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: 'PHQ-9' }).waitFor();
  const items = page.getByRole('group').filter({ has: page.getByRole('radio', { name: 'Not at all' }) });
  for (let item = 0; item < 9; item += 1) await items.nth(item).getByRole('radio', { name: item === 8 ? 'Several days' : 'Not at all' }).check();
  await page.getByLabel(/Sign with your name/).fill('Nadia Öztürk');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await page.getByRole('heading', { name: 'Thank you, your form is completed' }).waitFor();
}

/** From the booking to the answers and the score, and onto paper. */
export async function readAndPrint(page: Page): Promise<void> {
  const openForms = async (): Promise<void> => {
    await page.goto(`/dashboard?tab=bookings&q=${encodeURIComponent(VISITOR_EMAIL)}`);
    await page.getByRole('button', { name: /^Forms: 2 completed:/ }).click();
  };
  await openForms();
  await page.getByRole('dialog', { name: 'Forms' }).getByRole('link', { name: new RegExp(`^Read answers: ${TITLE}`) }).click();
  for (const answer of [CANARY, 'Since spring', 'No', '1984', '2.5', 'Nadia Öztürk']) await seen(page, new RegExp(answer));
  await openForms();
  await page.getByRole('dialog', { name: 'Forms' }).getByRole('link', { name: /^Read answers: PHQ-9/ }).click();
  await seen(page, '1 of 27');
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByText('Thoughts of death or self-harm: Several days').isVisible()).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
  await picture(page, 'answers-print');
}

/** Files of the product, its database, log and mails included, that hold a text in plain. */
export function filesWith(stack: RunningStack, text: string): string[] {
  const files = readdirSync(stack.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).filter((file) => readFileSync(file).includes(text));
}
