import { Page } from 'playwright-core';

/** An event as the demo Google tells of it. */
export interface GoogleEvent {
  id: string;
  summary?: string;
  hangoutLink?: string;
  start: { dateTime?: string };
  end: { dateTime?: string };
  extendedProperties?: { private?: Record<string, string> };
}

/** The hand that plays a person at the demo Google of a running product. @param url the product's */
export function demoGoogle(url: string) {
  return async <Result>(deed: string, fields: object): Promise<Result> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/dev/google/control`, { method: 'POST', headers, body: JSON.stringify({ do: deed, ...fields }) });
    const { result, error } = (await answer.json()) as { result: Result; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
}

/** Agrees to everything on Google's pages, and comes back to the calendar tab. @returns what was asked, in the page's words */
export async function agree(page: Page): Promise<string[]> {
  await page.waitForURL('**/dev/google/**');
  const chooser = page.getByRole('button', { name: 'Demo therapist' });
  const consent = page.getByRole('button', { name: 'Continue', exact: true });
  if (await page.getByRole('heading', { name: 'Choose an account' }).isVisible()) await chooser.click();
  await page.getByRole('heading', { name: 'Attune wants access to your Google Account' }).waitFor();
  const asked = (await page.locator('label.tick').allInnerTexts()).map((text) => text.trim());
  await consent.click();
  await page.waitForURL(/\/dashboard\?tab=calendar$/);
  return asked;
}
