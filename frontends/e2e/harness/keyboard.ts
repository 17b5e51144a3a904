import { Page } from 'playwright-core';

const FAR = 120;
const LOST_AFTER_MS = 5_000;

/** What a screen reader would call the element that has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body) return '';
    const label = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active.labels?.[0] : undefined;
    return (active.getAttribute('aria-label') ?? (label ?? active).textContent ?? '').replace(/\s+/g, ' ').trim();
  });
}

/** Presses a key. What it does may take the focused element away: then something else must come to have the focus. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  // Behind the last stop of a page comes the browser itself.
  if (key.endsWith('Tab')) return;
  // A group of tabs moves its focus in a timer of its own: the next key must not come before.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  try {
    await page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, undefined, { timeout: LOST_AFTER_MS });
  } catch {
    throw new Error(`After ${key} nothing has the focus.`);
  }
}

/** Presses Tab until the focus is on what has this name; wherever it stops, one must see where it is. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < FAR; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return expectVisibleFocus(page);
    passed.push(now);
  }
  throw new Error(`Tab never reached ${name}. It passed: ${passed.slice(0, 40).join(' | ')}`);
}

/** The focused element lies within the window and is marked by an outline or a ring. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const sight = await page.evaluate(() => {
    const active = document.activeElement;
    if (active === null) return { marked: false, within: false };
    const marks = [active, active.parentElement, active.nextElementSibling].flatMap((one) => (one ? [getComputedStyle(one)] : []));
    const marked = marks.some(({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none');
    const { top, bottom, left, right } = active.getBoundingClientRect();
    return { marked, within: bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth };
  });
  expect({ focused: await focused(page), ...sight }).toMatchObject({ marked: true, within: true });
}

/** Types a day (yyyy-mm-dd) into the focused field, part by part, in the order in which this browser has them. */
export function typeDay(page: Page, day: string): Promise<void> {
  const [year, month, ofMonth] = day.split('-');
  return typeParts(page, day, [`${month}${ofMonth}${year}`, `${ofMonth}${month}${year}`, `${year}${month}${ofMonth}`]);
}

/** Types a time (HH:mm) into the focused field, on a clock of 12 or of 24 hours. */
export function typeTime(page: Page, time: string): Promise<void> {
  const [hour = 0, minute] = time.split(':');
  const half = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0');
  return typeParts(page, time, [`${half}${minute}${Number(hour) < 12 ? 'A' : 'P'}`, `${hour}${minute}`]);
}

const PARTS = 4;

async function typeParts(page: Page, wanted: string, ways: readonly string[]): Promise<void> {
  for (const keys of ways) {
    for (let part = 0; part < PARTS; part += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(keys);
    if ((await page.locator(':focus').inputValue()) === wanted) return;
  }
  throw new Error(`${wanted} could not be typed: the field says ${await page.locator(':focus').inputValue()}`);
}
