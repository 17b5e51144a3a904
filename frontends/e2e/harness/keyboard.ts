import { Page } from 'playwright-core';

const FAR = 120;

/** What a screen reader would call the element that has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body) return '';
    const label = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active.labels?.[0] : undefined;
    return (active.getAttribute('aria-label') ?? (label ?? active).textContent ?? '').replace(/\s+/g, ' ').trim();
  });
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
