import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { mailedCode } from '../harness/codes';
import { fillDetails, pickFirstTime, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;
const TITLE = 'Before we meet';

const question = (id: string, type: string, text: string, fields: object = {}): object => ({ id, type, question: text, required: false, options: [], new_page: false, show_if: null, ...fields });

const QUESTIONS = [
  question('q_1', 'textarea', 'What brings you here?', { required: true, help_text: 'A few words are enough.' }),
  question('q_2', 'radio', 'How do you sleep?', { required: true, options: ['Well', 'Badly'] }),
  question('q_3', 'text', 'Since when?', { required: true, show_if: { question_id: 'q_2', any_of: ['Badly'] } }),
  question('q_4', 'scale', 'How is your mood today?', { new_page: true, required: true }),
  question('q_5', 'checkbox', 'What has helped before?', { options: ['Talking', 'Walking', 'Writing'] }),
];

/** Sends what a page of the product sends. @returns the answer's body */
async function send<T>(page: Page, method: 'POST' | 'PUT' | 'GET', path: string, body?: object): Promise<T> {
  const answer = await page.evaluate(
    async ([verb, url, json]) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) };
      const response = await fetch(url, { method: verb, headers, ...(json === '' ? {} : { body: json }) });
      return { ok: response.ok, text: await response.text() };
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );
  if (!answer.ok) throw new Error(answer.text);
  return JSON.parse(answer.text) as T;
}

/** The demo therapist attaches a form to every service, so that the next booking asks for it. */
async function attachForm(page: Page): Promise<void> {
  const { id } = await send<{ id: string }>(page, 'POST', '/api/therapist/intake-forms', { title: TITLE, description: 'It takes five minutes.', questions: QUESTIONS });
  const services = await send<{ id: string }[]>(page, 'GET', '/api/therapist/services');
  await send(page, 'PUT', `/api/therapist/intake-forms/${id}/services`, { services: services.map((service) => ({ service_id: service.id, every_booking: true })) });
}

/** Books with the demo practice. @returns the path of the form that the booking's mail asks to fill in */
async function bookForForm(page: Page, email: string): Promise<string> {
  await page.goto('/t/demo');
  await page.getByRole('button', { name: /^Book Now/ }).first().click();
  await pickFirstTime(page);
  await fillDetails(page, email);
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await toast(page, 'Booking confirmed successfully!');
  const mail = await product.stack.mail(email, ({ text }) => text.includes('/forms#'));
  expect(mail.text).not.toContain(TITLE);
  // The newest form stands last.
  const links = [...mail.text.matchAll(/\/forms#[\w-]+/g)].map(([link]) => link);
  return links.at(-1) ?? '';
}

/** Files of the product, its database, log and mails included, that hold a text in plain. */
function filesWith(text: string): string[] {
  const files = readdirSync(product.stack.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).filter((file) => readFileSync(file).includes(text));
}

it('a form is filled in on a phone, gone on with after a reload and on another device, and read by the therapist', async () => {
  const email = 'forms@visitor.example';
  let path = '';
  await visit(async (page) => {
    await signIn(page, 'Demo therapist');
    await attachForm(page);
  });
  await visit(
    async (page) => {
      path = await bookForForm(page, email);
      await page.goto(path);
      await page.getByRole('heading', { name: TITLE }).waitFor();
      expect(await problemsOf(page, 'form, empty', [1280, 320])).toEqual([]);
      await page.getByRole('button', { name: 'Next page' }).click();
      await seen(page, '2 answers need your attention');
      expect(await problemsOf(page, 'form, failing', [1280, 320])).toEqual([]);
      await page.getByLabel(/What brings you here/).fill('Canary: I cannot rest.');
      await page.getByRole('radio', { name: 'Badly' }).check();
      await page.getByLabel(/Since when/).fill('Since spring');
      await seen(page, 'All answers are saved.');
      await page.reload();
      await page.getByRole('heading', { name: TITLE }).waitFor();
      expect(await page.getByLabel(/What brings you here/).inputValue()).toBe('Canary: I cannot rest.');
      expect(await page.getByLabel(/Since when/).inputValue()).toBe('Since spring');
    },
    { width: 320 },
  );
  await visit(async (page) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    expect(await problemsOf(page, 'form, code', [1280, 320])).toEqual([]);
    await page.getByLabel('Code', { exact: true }).fill(await mailedCode(product.stack, email));
    await page.getByRole('button', { name: 'Go on' }).click();
    expect(await page.getByLabel(/What brings you here/).inputValue()).toBe('Canary: I cannot rest.');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('radio', { name: '7' }).check();
    await page.getByRole('checkbox', { name: 'Walking' }).check();
    await page.getByLabel(/Sign with your name/).fill('Nadia Öztürk');
    await picture(page, 'form-last-page');
    expect(await problemsOf(page, 'form, full', [1280, 320])).toEqual([]);
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page.getByRole('heading', { name: 'Thank you, your form is completed' }).waitFor();
    expect(await problemsOf(page, 'form, completed', [1280, 320])).toEqual([]);
    await page.goto('/forms#not-a-link');
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });
  await visit(async (page) => {
    await signIn(page, 'Demo therapist');
    const requests = await send<{ id: string; title: string; status: string }[]>(page, 'GET', '/api/therapist/intake-requests');
    const completed = requests.find(({ title, status }) => title === TITLE && status === 'completed');
    const { questions, signed_name } = await send<{ questions: { answer: unknown }[]; signed_name: string }>(page, 'GET', `/api/therapist/intake-requests/${completed?.id}/answers`);
    expect(questions.map(({ answer }) => answer)).toEqual(['Canary: I cannot rest.', 'Badly', 'Since spring', 7, ['Walking']]);
    expect(signed_name).toBe('Nadia Öztürk');
    // What is no secret is found in plain, so this search would find the answers.
    expect(filesWith('What brings you here?')).not.toEqual([]);
    expect(filesWith('Canary: I cannot rest.')).toEqual([]);
  });
});
