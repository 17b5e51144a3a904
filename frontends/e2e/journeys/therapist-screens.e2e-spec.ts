import { Page } from 'playwright-core';
import { widerThanWindow } from '../harness/axe';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;

const SCREENS = ['', '?tab=bookings&view=all', '?tab=services', '?tab=hours', '?tab=notes', '?tab=notes&view=plans', '?tab=ai-meeting', '?tab=calendar', '?tab=intake'].map((tab) => `/dashboard${tab}`);

/** What is wrong with the therapist's screens, by their addresses. */
async function wrongAt(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of [...SCREENS, '/profile']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    wrong.push(...(await look()).map((what) => `${path}: ${what}`));
  }
  return wrong;
}

describe('the therapist’s screens', () => {
  it('fit into a window at 200 % zoom, and wherever two columns begin', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      for (const width of [640, 960]) {
        await page.setViewportSize({ width, height: 450 });
        expect(await wrongAt(page, async () => [(await widerThanWindow(page)) ?? []].flat())).toEqual([]);
      }
      expect(await wrongAt(page, () => smallTargets(page, 24))).toEqual([]);
    });
  });

  it('are large enough for a finger', async () => {
    await visit(
      async (page) => {
        await signIn(page, 'Demo therapist');
        expect(await wrongAt(page, () => smallTargets(page, 44))).toEqual([]);
      },
      { width: 1024, touch: true },
    );
  });

  it('take a double press for one, and say so where nothing is covered', async () => {
    await visit(async (page) => {
      const changes: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && changes.push(request.headers()['idempotency-key'] ?? 'none'));
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      await page.getByRole('button', { name: /^Complete: / }).first().click();
      await page.getByRole('button', { name: 'Complete appointment' }).dblclick();
      await toast(page, 'Appointment marked as completed');
      const undo = page.getByRole('button', { name: /^Undo completing/ });
      await undo.click();
      await toast(page, 'Appointment is confirmed again');
      expect(changes).toEqual([expect.stringMatching(/^[\w-]{8,}$/), expect.stringMatching(/^[\w-]{8,}$/)]);
      expect(new Set(changes).size).toBe(2);
    });
  });
});
