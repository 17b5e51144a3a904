import { Client } from 'pg';
import { BrowserContext, Page } from 'playwright-core';

/** Whose session is meant: one browser may have a person's and an administrator's. */
type SessionKind = 'user' | 'admin';

/** Says who is signed in, as the page's own script would learn it; of an administrator, which session it is. */
async function signedInId(context: BrowserContext, kind: SessionKind): Promise<string> {
  if (kind === 'user') return ((await (await context.request.get('/api/auth/me')).json()) as { id: string }).id;
  const sessions = (await (await context.request.get('/api/admin/sessions')).json()) as { id: string; current: boolean }[];
  return sessions.find(({ current }) => current)?.id ?? '';
}

/**
 * Leaves the session unused until it ends in so many seconds, and each open page at the moment of its next look, which
 * comes every minute. The pages' clock must have been taken in hand with `context.clock.install()`.
 */
export async function leaveIdle(databaseUrl: string, context: BrowserContext, secondsLeft: number, kind: SessionKind = 'user'): Promise<void> {
  // What watches over the session comes after the page itself.
  for (const page of context.pages()) await page.waitForLoadState('networkidle');
  const id = await signedInId(context, kind);
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const changed = await database.query('update sessions set idle_expires_at = now() + make_interval(secs => $2) where $1 in (user_id, id)', [id, secondsLeft]);
    expect(changed.rowCount).toBe(1);
  } finally {
    await database.end();
  }
  await context.clock.fastForward(61_000);
}

/** Has the page take the signed-in person for a client, for whom there is no sign-in yet: the answer is changed on its way. */
export async function passForClient(page: Page): Promise<void> {
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), user_type: 'client' } });
  });
}
