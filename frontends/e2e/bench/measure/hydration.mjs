const ZONES = ['America/New_York', 'Europe/Paris', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Africa/Cairo', 'Pacific/Honolulu'];
const LOCALES = ['en-US', 'en-GB', 'de-DE', 'ar-EG', 'tr-TR'];
const WIDTHS = [320, 412, 768, 1280];
const SHIFT_TARGET = 0.01;

/**
 * Whether browsers take over what the server drew as it is, whoever reads it: 9 zones, 4 widths, signed in and out, several languages.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./report.mjs').Report} report
 * @param {{ url: string, demo: { slug: string, therapist_id: string } }} product
 */
export async function watchTakingOver(browser, report, { url, demo }) {
  const session = await signIn(browser, url);
  const found = { visits: 0, errors: [], shift: 0, where: '', drawn: 0 };
  for (const path of [`/t/${demo.slug}`, `/book/${demo.therapist_id}`]) {
    for (const [zone, timezoneId] of ZONES.entries()) {
      for (const [width, px] of WIDTHS.entries()) {
        for (const storageState of [undefined, session]) {
          const visitor = { timezoneId, locale: LOCALES[(zone + width) % LOCALES.length], viewport: { width: px, height: 800 }, storageState };
          const { isDrawn, errors, shift } = await visit(browser, url + path, visitor);
          found.visits += 1;
          found.drawn += isDrawn ? 1 : 0;
          found.errors.push(...errors);
          if (shift > found.shift) Object.assign(found, { shift, where: `${path} ${px} px ${timezoneId} ${visitor.locale}` });
        }
      }
    }
  }
  const wrong = await visit(browser, `${url}/t/${demo.slug}`, { viewport: { width: 412, height: 800 } }, (html) => html.replace('>Available Services<', '>Available services<'));
  report.section(`Pages that the server drew, taken over by ${found.visits} browsers`);
  report.figure('drawn by the server', found.drawn, { atLeast: found.visits });
  report.figure('errors', found.errors.length, { atMost: 0, note: [...new Set(found.errors)].join(' ').slice(0, 200) });
  report.figure('errors where a word is another one, which the check must see', wrong.errors.length, { atLeast: 1 });
  report.figure('largest layout shift', found.shift, { atMost: SHIFT_TARGET, digits: 4, note: found.where });
}

async function signIn(browser, baseURL) {
  const context = await browser.newContext({ baseURL });
  try {
    const page = await context.newPage();
    await page.goto('/api/auth/google?redirect=/dashboard');
    await page.getByRole('button', { name: 'Demo therapist' }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

async function visit(browser, address, visitor, change = (html) => html) {
  const context = await browser.newContext(visitor);
  try {
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.addInitScript(watchShifts);
    let isDrawn = false;
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      isDrawn = html.includes('id="main"');
      await route.fulfill({ response, body: change(html) });
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => window.isThere);
    return { isDrawn, errors, shift: await page.evaluate(() => window.shift) };
  } finally {
    await context.close();
  }
}

/** Runs inside the page. */
function watchShifts() {
  window.shift = 0;
  document.addEventListener('attune:there', () => requestAnimationFrame(() => setTimeout(() => (window.isThere = true), 100)));
  new PerformanceObserver((seen) => {
    for (const { value, hadRecentInput } of seen.getEntries()) window.shift += hadRecentInput ? 0 : value;
  }).observe({ type: 'layout-shift', buffered: true });
}
