import { Page } from 'playwright-core';

const TARGETS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]';

/**
 * What can be pressed and is lower or narrower than so many pixels. A link within a sentence is as high as its line, and a figure of a chart
 * as wide as its day; a box or switch is pressed by its label, too, and what is drawn small by what it lays around itself.
 */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate(
    ([selector, limit]) =>
      [...document.querySelectorAll<HTMLElement>(selector)].flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        const style = getComputedStyle(target);
        const isHidden = width <= 1 || height <= 1 || style.visibility === 'hidden' || target.closest('[inert], [aria-hidden=true]') !== null;
        const sentence = target.closest('p, li, dd, td, div')?.textContent?.trim();
        const isWithinText = target.tagName === 'A' && style.display === 'inline' && sentence !== target.textContent?.trim();
        if (isHidden || isWithinText || target.closest('figure') !== null) return [];
        const labels = 'labels' in target ? [...((target as HTMLInputElement).labels ?? [])].map((label) => label.getBoundingClientRect()) : [];
        const around = getComputedStyle(target, '::after');
        const laid = around.position === 'absolute' ? parseFloat(around.height) || 0 : 0;
        const tall = Math.max(height, laid, ...labels.map((label) => label.height));
        const wide = Math.max(width, ...labels.map((label) => label.width));
        const name = (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 40);
        return tall < limit - 0.5 || wide < limit - 0.5 ? [`${target.tagName} ${name}: ${Math.round(wide)} × ${Math.round(tall)}`] : [];
      }),
    [TARGETS, least] as const,
  );
}
