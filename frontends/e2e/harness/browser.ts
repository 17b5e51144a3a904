import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Browser, BrowserContext, chromium, Page } from 'playwright-core';

const DEFAULT_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-fake-device-for-media-stream'];

/** Chromium as the test run found or unpacked it. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the journeys through `npm run e2e`.');
  const args = process.env['CHROMIUM_ARGS'] ? (JSON.parse(process.env['CHROMIUM_ARGS']) as string[]) : DEFAULT_ARGS;
  return chromium.launch({ executablePath, args, headless: true });
}

export interface Visit {
  width?: number;
  dark?: boolean;
  timezone?: string;
  /** A screen that is touched. */
  touch?: boolean;
}

export async function newVisitor(browser: Browser, baseURL: string, { width = 1280, dark = false, timezone = 'Europe/Paris', touch = false }: Visit = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width < 500 ? 740 : 900 },
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: timezone,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: touch,
    isMobile: touch,
  });
  context.setDefaultTimeout(20_000);
  return context;
}

/** Problems that no page may have: errors in the console, a broken content policy, a request to another host. */
export function watchForTrouble(page: Page, baseURL: string): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) trouble.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(baseURL).origin) trouble.push(`foreign host: ${url.host}`);
  });
  return trouble;
}

/** Keeps a picture when SCREENSHOTS names a folder; people look at these. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(resolve(folder), { recursive: true });
  await page.screenshot({ path: join(resolve(folder), `${name}.png`), fullPage: true });
}
