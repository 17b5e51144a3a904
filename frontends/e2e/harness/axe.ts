import axe, { RunOptions } from 'axe-core';
import { Page } from 'playwright-core';
import { picture } from './browser';

export const WIDTHS = [1280, 320];
const SCHEMES = ['light', 'dark'] as const;
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Looks at the page as it stands, at each width and in both colour schemes.
 * @returns what is wrong: rules of axe that do not hold, and anything wider than the window
 */
export async function problemsOf(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    // Colours are the same at each width: unless pictures are asked for, the dark ones are looked at once.
    const schemes = process.env['SCREENSHOTS'] || width === widths[0] ? SCHEMES : (['light'] as const);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        // One whose element goes meanwhile is cancelled, and is over as well.
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const place = `${name} at ${width} px, ${colorScheme}`;
      // The scheme changes colours and nothing else.
      const rules = colorScheme === 'light' ? [] : COLOUR_RULES;
      problems.push(...(await brokenRules(page, rules)).map((rule) => `${place}: ${rule}`));
      const tooWide = await widerThanWindow(page);
      if (tooWide) problems.push(`${place}: ${tooWide}`);
      await picture(page, `${name.replace(/\W+/g, '-')}-${width}-${colorScheme}`);
    }
  }
  return problems;
}

/** @param rules those to try; none means all */
async function brokenRules(page: Page, rules: string[]): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false };
  if (rules.length > 0) options.runOnly = { type: 'rule', values: rules };
  const results = await page.evaluate((chosen) => {
    const { axe: tool } = window as unknown as { axe: typeof axe };
    return tool.run(document, chosen);
  }, options);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id} on ${html.slice(0, 160)} (${failureSummary.replace(/\s+/g, ' ').slice(0, 200)})`),
  );
}

/** Names what makes the page scroll sideways. */
export function widerThanWindow(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const widest = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1).at(-1);
    return `${scrollWidth} px wide because of ${widest?.outerHTML.slice(0, 120) ?? 'the document'}`;
  });
}
