import { Page } from 'playwright-core';
import { RunningStack } from '../../../docker/local/src/stack/forked-stack';

const CODE = /(?<!\d)\d{6}(?!\d)/g;

/** The six digits of the newest mail to an address that holds a code, other than those given already. */
export async function mailedCode(stack: RunningStack, email: string, used: readonly string[] = []): Promise<string> {
  const isNew = (code: string | undefined): boolean => code !== undefined && !used.includes(code);
  const mail = await stack.mail(email, ({ to, text }) => to.includes(email) && isNew(text.match(CODE)?.[0]));
  const codes = mail.text.match(CODE) ?? [];
  expect(codes).toHaveLength(1);
  return codes[0] ?? '';
}

/** Asks at the client sign-in with an address and gives the code from its mail. @returns the code */
export async function signInWithCode(page: Page, stack: RunningStack, email: string, { used = [] as string[], trust = false } = {}): Promise<string> {
  await page.goto('/client/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const code = await mailedCode(stack, email, used);
  await page.getByLabel('Code from the email').fill(code);
  if (trust) await page.getByLabel('Trust this browser').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/client/dashboard');
  return code;
}

/** Signs in with what the administrator's sign-in page of a development machine shows. */
export async function signInAdministrator(page: Page): Promise<void> {
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
}
