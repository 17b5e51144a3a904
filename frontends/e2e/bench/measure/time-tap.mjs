/** What a booking page can look like to a visitor: a phone and a desk. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 900 } };

const WARM_UP = 2;
/** A phone on a slow mobile line, as Lighthouse takes it: 4 times slower, 150 ms there and back, 1.6 Mbit/s down. */
const SLOW_PHONE = { cpu: 4, line: { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 } };

/**
 * Opens the booking page with an empty cache and goes on, as fast as the page lets itself be used, until a free time can be
 * tapped: first service, first free day.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {object} screen
 * @param {boolean} [isSlow] on a slow phone and a slow line
 * @returns {Promise<{ services: number, calendar: number, times: number }>} milliseconds since the navigation began
 */
export async function openUntilTimeCanBeTapped(browser, address, screen, isSlow = false) {
  const context = await browser.newContext({ ...screen, locale: 'en-GB', timezoneId: 'Europe/Paris' });
  try {
    const page = await context.newPage();
    if (isSlow) {
      const session = await context.newCDPSession(page);
      await session.send('Network.emulateNetworkConditions', SLOW_PHONE.line);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpu });
    }
    await page.addInitScript(drive);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.attuneBench?.times, undefined, { timeout: 30_000 });
    return await page.evaluate(() => window.attuneBench);
  } finally {
    await context.close();
  }
}

/**
 * Two addresses as phones open them, each pair back to back, its order turned every time.
 * @param {import('playwright-core').Browser} browser
 * @param {readonly [string, string]} addresses
 * @param {number} pairs
 * @param {boolean} [isSlow] on a slow phone and a slow line
 * @returns the times of the first and of the second, as {@link openUntilTimeCanBeTapped} gives them
 */
export async function takeTurns(browser, [first, second], pairs, isSlow = false) {
  const ours = [];
  const theirs = [];
  for (let pair = -WARM_UP; pair < pairs; pair += 1) {
    const turns = [[first, ours], [second, theirs]];
    if (pair % 2 !== 0) turns.reverse();
    for (const [address, times] of turns) {
      const time = await openUntilTimeCanBeTapped(browser, address, PHONE, isSlow);
      if (pair >= 0) times.push(time);
    }
  }
  return [ours, theirs];
}

/** Runs inside the page, looking at each frame. */
function drive() {
  const seen = {};
  let pressed = false;
  window.attuneBench = seen;
  const usable = (selector) => document.querySelector(`${selector} button:not([disabled]):not([aria-disabled="true"])`);
  const step = (name, element, act) => {
    if (!element || seen[name]) return;
    seen[name] = performance.now();
    act?.call(element);
  };
  const look = () => {
    const service = [...document.querySelectorAll('button')].find((button) => button.textContent.startsWith('Book Now'));
    step('services', service);
    // A page that the server drew is there earlier than what keeps a press for it.
    if (service && !pressed && [...document.scripts].some(({ src }) => /\/shell\.\w+\.js$/.test(src))) {
      pressed = true;
      service.click();
    }
    step('calendar', usable('[role="grid"]'), HTMLElement.prototype.click);
    step('times', usable('[role="group"][aria-label^="Free times on"]'));
    if (!seen.times) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
