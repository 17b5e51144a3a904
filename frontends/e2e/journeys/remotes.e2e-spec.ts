import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Page } from 'playwright-core';
import { newVisitor, picture } from '../harness/browser';
import { copyBuilds, deploy, describeRemote, digestOf, rebuildRemote } from '../harness/front-end-builds';
import { startProduct } from '../harness/product';
import { RemoteProcess, Trouble } from '../harness/remote-process';

const OLD = 'The practice runs quietly. You listen.';
const NEW = 'A page that was built anew.';
const BUILD_LIMIT_MS = 120_000;
/** What the page server knows of a remote on another server may be this old. */
const KNOWN_AGAIN_WITHIN_MS = 20_000;
const SLOW_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), 'attune-remotes-'));
const frontends = join(folder, 'live');
const dist = (app: string): string => join(frontends, app, 'dist');
const portal = new RemoteProcess(dist('client-portal'));
const env: Record<string, string> = {};

beforeAll(async () => {
  copyBuilds(frontends);
  env['REMOTE_CLIENT_PORTAL_URL'] = await portal.start();
});
afterAll(async () => {
  await portal.stop();
  rmSync(folder, { recursive: true, force: true });
});
const product = startProduct({ frontends, env });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** A visitor to whose page trouble may happen. */
async function visit(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await newVisitor(product.browser, product.stack.url);
  const page = await context.newPage();
  try {
    await work(page);
  } catch (error) {
    await picture(page, `failed-${Date.now()}`);
    throw error;
  } finally {
    await context.close();
  }
}

/** The API process that began with the product; one that was started anew has another number. */
const firstApiIsAlive = (): boolean => process.kill((product.stack as typeof product.stack & { apiPid: number }).apiPid, 0);

/** The page server looks at the files once a second. */
const untilSeen = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_100));

describe('a rebuilt remote', () => {
  it(
    'appears with the next page, without a touch of the shell or a restart, and can be taken back',
    async () => {
      const live = dist('public-booking');
      const before = { description: readFileSync(join(live, 'remote.json'), 'utf8'), shell: digestOf(dist('shell')) };
      const workshop = join(folder, 'workshop');
      mkdirSync(workshop);
      const build = await rebuildRemote('public-booking', { file: 'features/marketing/messages.ts', from: OLD, to: NEW }, workshop);

      await visit(async (page) => {
        await page.goto('/');
        await heading(page, OLD).waitFor();
        const openBefore = await page.context().newPage();
        await openBefore.goto('/client/login');
        await heading(openBefore, 'Client Portal').waitFor();

        deploy(build, live);
        await untilSeen();
        await page.reload();
        await heading(page, NEW).waitFor();
        await picture(page, 'remote-rebuilt');
        // The page that was open before still finds the files of its own day.
        await openBefore.getByRole('link', { name: 'Attune home' }).click();
        await heading(openBefore, OLD).waitFor();

        describeRemote(live, before.description);
        await untilSeen();
        await page.reload();
        await heading(page, OLD).waitFor();
      });

      expect(digestOf(dist('shell'))).toBe(before.shell);
      expect(firstApiIsAlive()).toBe(true);
    },
    BUILD_LIMIT_MS,
  );
});

describe('a remote on a server of its own', () => {
  const down = (page: Page) => heading(page, 'This page is not available right now');
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
  const there = (page: Page) => heading(page, 'Client Portal');

  const toPortal = (page: Page): Promise<void> => page.getByRole('banner').getByRole('link', { name: 'Client Portal' }).click();

  /** Presses until the remote is back; the page server may still say for a second that it is not. */
  async function tryUntilThere(page: Page): Promise<void> {
    for (const until = Date.now() + KNOWN_AGAIN_WITHIN_MS; Date.now() < until; ) {
      await tryAgain(page).click();
      await there(page).or(tryAgain(page)).waitFor();
      if (await there(page).isVisible()) return;
    }
    throw new Error('The remote did not come back');
  }

  /** Opens the landing page, in a tab that knows the remote. */
  async function openLanding(page: Page): Promise<void> {
    await page.clock.install();
    await page.goto('/');
    await heading(page, OLD).waitFor();
    await page.evaluate(() => Object.assign(window, { sameTab: true }));
  }

  const wasNeverReloaded = (page: Page): Promise<boolean> => page.evaluate(() => 'sameTab' in window);

  it.each<Trouble>(['refusing', 'failing', 'hanging'])('that is %s has its panel, the rest works, and it comes back without a reload', async (trouble) => {
    await visit(async (page) => {
      await openLanding(page);
      await portal.break(trouble);
      const asked = page.waitForRequest(/\/remotes\/client-portal\//);
      await toPortal(page);
      await asked;
      if (trouble === 'hanging') await page.clock.fastForward(SLOW_MS);
      await down(page).waitFor();
      await picture(page, `remote-${trouble}`);

      await page.goBack();
      await heading(page, OLD).waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
      await page.waitForURL('**/pricing');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await down(page).count()).toBe(0);
      await page.goBack();
      await heading(page, OLD).waitFor();

      await portal.mend();
      await toPortal(page);
      await there(page).or(down(page)).waitFor();
      if (await down(page).isVisible()) await tryUntilThere(page);
      expect(await wasNeverReloaded(page)).toBe(true);
    });
  });

  it('that is down when its page is opened can be tried again in place', async () => {
    await visit(async (page) => {
      await portal.break('refusing');
      await page.goto('/client/login');
      await down(page).waitFor();
      await page.evaluate(() => Object.assign(window, { sameTab: true }));
      await tryAgain(page).click();
      await down(page).waitFor();
      await portal.mend();
      await tryUntilThere(page);
      expect(await wasNeverReloaded(page)).toBe(true);
    });
  });
});

describe('a remote that was built for another runtime', () => {
  it.each([1, 3])('(contract %d) asks for a reload, which opens it once both fit', async (runtimeContract) => {
    const live = dist('admin');
    const fitting = readFileSync(join(live, 'remote.json'), 'utf8');
    describeRemote(live, JSON.stringify({ ...(JSON.parse(fitting) as object), runtimeContract }));
    await untilSeen();
    await visit(async (page) => {
      await page.goto('/admin/login');
      await heading(page, 'Attune has been updated').waitFor();
      await page.getByText('This tab still has an older version open. Reload to update.').waitFor();
      await picture(page, 'remote-outdated');
      describeRemote(live, fitting);
      await untilSeen();
      await page.getByRole('button', { name: 'Reload to update' }).click();
      await heading(page, 'Administrator Login').waitFor();
    });
  });
});
