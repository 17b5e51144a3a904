import { readFileSync } from 'node:fs';
import { Locator } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { calendarOf, fillDetails, isFor, pickLaterDay, pickTimeOfNextMonth, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const boxOf = async (one: Locator): Promise<{ x: number; y: number; width: number; height: number }> => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const bookNow = /^Book Now/;

describe('a visitor at a desk', () => {
  it('has the times beside the calendar, and each step within the window', async () => {
    await visit(async (page) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto('/demo');
      await page.getByRole('button', { name: bookNow }).nth(1).click();
      await pickLaterDay(page);
      const times = page.getByRole('group', { name: /^Free times on/ });
      await times.getByRole('button').first().waitFor();
      const [calendar, grid] = [await boxOf(page.getByRole('grid')), await boxOf(times)];
      expect(grid.x).toBeGreaterThan(calendar.x + calendar.width);
      expect(grid.y).toBeLessThan(calendar.y + calendar.height);
      const form = page.locator('form');
      expect((await boxOf(form)).height).toBeLessThan(700);
      expect(await problemsOf(page, 'times beside the calendar', [1280])).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 720 });
      await times.getByRole('button').first().click();
      await page.getByLabel('Full name').waitFor();
      expect((await boxOf(page.getByRole('button', { name: 'Change day or time' }).locator('..'))).height).toBeLessThan(60);
      expect((await boxOf(form)).height).toBeLessThan(720);
    });
  });

  it('takes the confirmation along: into a calendar, onto paper, and to where it is changed', async () => {
    const visitor = 'takes-along@visitor.example';
    await visit(async (page) => {
      await page.goto('/demo');
      await page.getByRole('button', { name: bookNow }).first().click();
      await pickTimeOfNextMonth(page);
      await fillDetails(page, visitor);
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      const card = page.getByRole('region', { name: 'Booking Confirmed!' });
      await card.getByText('Free', { exact: true }).waitFor();
      const download = page.waitForEvent('download');
      await card.getByRole('button', { name: 'Add to calendar' }).click();
      const event = readFileSync(await (await download).path(), 'utf8');
      const uid = /^UID:.+$/m.exec(event)?.[0] ?? 'none';
      expect(calendarOf(await product.stack.mail(visitor, isFor(visitor)))).toContain(uid);

      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
      expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
      expect(await card.isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });

      await card.getByRole('link', { name: 'Move or cancel' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your appointment' }).waitFor();
      await page.getByRole('button', { name: 'Cancel appointment' }).waitFor();
    });
  });
});

describe('a visitor in a hurry', () => {
  it('presses a service card anywhere', async () => {
    await visit(async (page) => {
      await page.goto('/demo');
      await page.getByRole('button', { name: bookNow }).first().waitFor();
      const card = await boxOf(page.getByRole('listitem').filter({ hasText: 'Individual session' }));
      await page.mouse.click(card.x + 30, card.y + card.height - 12, { delay: 120 });
      await page.getByRole('heading', { level: 2, name: 'Individual session' }).waitFor();
    });
  });

  it('is told what went wrong once the connection is back, were it the first thing to be told', async () => {
    await visit(async (page, context) => {
      await page.goto('/demo');
      await page.getByRole('button', { name: bookNow }).first().click();
      await page.getByRole('grid').waitFor();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.waitForTimeout(3_000);
      await context.setOffline(false);
      await toast(page, 'Please select a date');
    });
  });
});

describe('a visitor on a phone', () => {
  it('finds the next free time above the biography, and the services on one grid', async () => {
    await visit(
      async (page) => {
        await page.goto('/demo');
        const take = page.getByRole('button', { name: 'Choose this time' });
        await take.waitFor();
        const biography = page.locator('main p[dir=auto]').filter({ hasText: /\w{3,}.{120,}/s }).first();
        expect((await boxOf(take)).y).toBeLessThan((await boxOf(biography)).y);
        const buttons = await Promise.all((await page.getByRole('button', { name: bookNow }).all()).map(boxOf));
        expect(buttons.length).toBeGreaterThan(1);
        expect(new Set(buttons.map(({ x, width }) => Math.round(x + width))).size).toBe(1);
        expect(new Set(buttons.map(({ x }) => Math.round(x))).size).toBe(1);
        await take.click();
        await page.getByRole('dialog').getByRole('button', { pressed: true, name: /your time/ }).waitFor();
      },
      { width: 320 },
    );
  });
});

describe('a visitor on a slow line', () => {
  it.each([
    [320, 'Asia/Kolkata'],
    [1280, 'America/New_York'],
  ])('reads and presses what the server drew, %i px wide, and goes on with it once the scripts are there', async (width, timezone) => {
    await visit(
      async (page) => {
        let arrive = (): void => undefined;
        const arrived = new Promise<void>((resolve) => (arrive = resolve));
        await page.route(/\/shell\/shell\.\w+\.js$/, async (route) => {
          await arrived;
          await route.continue();
        });
        await page.goto('/t/demo', { waitUntil: 'commit' });
        const card = page.getByRole('listitem').filter({ hasText: 'Individual session' });
        await card.waitFor();
        // What begins the scripts also keeps what is pressed.
        await page.waitForFunction(() => document.querySelector('script[src*="/shell/shell."]'));
        await card.getByRole('button', { name: bookNow }).click();
        const drawn = await page.locator('h1').elementHandle();
        arrive();
        await page.getByRole('grid').waitFor();
        await page.getByRole('heading', { level: 2, name: 'Individual session' }).waitFor();
        expect(await drawn?.evaluate((heading) => heading.isConnected)).toBe(true);
      },
      { width, timezone },
    );
  });
});

describe('by region', () => {
  it.each([
    ['en-US', 'Su', /^\w+day, \w+ \d+, \d{4}$/, /^\d\d:\d\d \d+:\d\d [ap]m your time/],
    ['de-DE', 'Mo', /^\w+tag, \d+\. \w+ \d{4}$|^Mittwoch, /, /^\d\d:\d\d your time/],
  ])('%s: the week, the days and the hours are as its readers write them', async (locale, first, day, time) => {
    const context = await product.browser.newContext({ baseURL: product.stack.url, locale, timezoneId: 'Europe/Paris' });
    try {
      const page = await context.newPage();
      await page.goto('/demo');
      await page.getByRole('button', { name: bookNow }).first().click();
      const free = page.getByRole('grid').getByRole('button', { disabled: false });
      await free.first().waitFor();
      expect(await page.locator('thead th').first().textContent()).toBe(first);
      expect(await free.first().getAttribute('aria-label')).toMatch(day);
      await free.first().click();
      const button = page.getByRole('group', { name: /^Free times on/ }).getByRole('button', { name: time }).first();
      await button.waitFor();
    } finally {
      await context.close();
    }
  });
});

describe('without scripts and for search engines', () => {
  it('the services can be read', async () => {
    const context = await product.browser.newContext({ baseURL: product.stack.url, javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto('/demo');
      await page.getByRole('heading', { level: 3, name: 'Individual session' }).waitFor();
      await seen(page, /· 50 min$/);
      await page.getByRole('link', { name: 'Book Now Individual session' }).click();
      await seen(page, /^Booking here needs JavaScript\. You can also call/);
      expect(await page.getByRole('link', { name: '+1 (718) 555-0142' }).last().getAttribute('href')).toBe('tel:+17185550142');
      expect(await page.getByRole('button', { name: bookNow }).count()).toBe(0);
    } finally {
      await context.close();
    }
  });

  it('a therapist is found who switched it on', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/profile');
      await page.getByRole('switch', { name: 'Let search engines find my public page' }).click();
      await page.getByRole('button', { name: 'Save Profile' }).click();
      await toast(page, 'Profile updated successfully');
    });
    // Asked for the first time here: what was told once stays for a minute.
    expect(await (await fetch(`${product.stack.url}/sitemap.xml`)).text()).toContain(`<loc>${product.stack.url}/t/demo</loc>`);
    expect(await (await fetch(`${product.stack.url}/robots.txt`)).text()).toContain(`Sitemap: ${product.stack.url}/sitemap.xml`);
  });
});
