import { Locator, Page } from 'playwright-core';
import { Mail } from '../../../docker/local/src/stack/forked-stack';

/** What a visitor types unless a journey says otherwise. */
export const VISITOR = { name: 'Søren Ångström-López', phone: '+45 (33) 12-34', notes: 'I would rather not use video.' };

/** From the landing page through the Google stand-in to the dashboard. */
export async function signIn(page: Page, choice: 'Demo therapist' | 'New therapist'): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'For Therapists' }).click();
  await page.getByRole('button', { name: choice }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(page.url()).not.toContain('session_id');
}

export async function seen(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** Waits for a notification. */
export async function toast(page: Page, text: string): Promise<void> {
  await page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true }).first().waitFor();
}

/** Completes an appointment to come, which is asked about first. */
export async function completeEarly(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^Complete/ }).click();
  await page.getByRole('alertdialog', { name: 'Complete it before it has begun?' }).getByRole('button', { name: 'Complete appointment' }).click();
}

/** The first day that is free, and its first free time. */
export async function pickFirstTime(page: Page): Promise<{ day: string; time: string }> {
  const days = page.getByRole('grid').getByRole('button', { disabled: false });
  await days.first().waitFor();
  const day = (await days.first().getAttribute('aria-label')) ?? '';
  await days.first().click();
  return { day, time: await pickTime(page) };
}

/** Another day than the first one with free times; the next month's where a month ends with only one. */
export async function pickLaterDay(page: Page): Promise<void> {
  const days = page.getByRole('grid').getByRole('button', { disabled: false });
  await days.first().waitFor();
  if ((await days.count()) < 2) await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  await days.nth(1).click();
}

/** The first free time of next month, which can be moved and cancelled for long enough. */
export async function pickTimeOfNextMonth(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('button', { disabled: false }).first().waitFor();
  await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  await pickFirstTime(page);
}

/** The first free time of the chosen day. */
export async function pickTime(page: Page): Promise<string> {
  const time = page.getByRole('group', { name: /^Free times on/ }).getByRole('button').first();
  const text = (await time.textContent()) ?? '';
  await time.click();
  return text.slice(0, 5);
}

export async function fillDetails(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill(VISITOR.name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Phone/).fill(VISITOR.phone);
  await page.getByLabel(/^Notes/).fill(VISITOR.notes);
}

/** All that was typed is still there. */
export async function expectDetails(page: Page, email: string): Promise<void> {
  expect(await page.getByLabel('Full name').inputValue()).toBe(VISITOR.name);
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByLabel(/^Phone/).inputValue()).toBe(VISITOR.phone);
  expect(await page.getByLabel(/^Notes/).inputValue()).toBe(VISITOR.notes);
}

/** The link that a booking's mail ends with. */
export const linkOf = (mail: Mail): string => /https?:\/\/\S+\/manage#[\w-]+/.exec(mail.text)?.[0] ?? '';

export const calendarOf = (mail: Mail): string => mail.attachments.map(({ text }) => text).join('\n');

export const isFor = (email: string) => (mail: Mail): boolean => mail.to.includes(email);
