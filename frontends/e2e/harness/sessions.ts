import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { resolve } from 'node:path';
import { BrowserContext, Page } from 'playwright-core';
import type { RunningStack } from '../../../docker/local/src/stack/forked-stack';

const IDLE_MARK = resolve(__dirname, 'idle-mark.cjs');

/** Until when a session need not be used carries the product's mark. */
async function setIdleEnd(database: Client, dataDir: string, id: string, until: Date): Promise<void> {
  const { rows: [key] } = await database.query<{ key_id: string; wrapped: string }>(`select key_id, encode(wrapped, 'hex') as wrapped from installation_secret`);
  const mark = execFileSync(process.execPath, [IDLE_MARK, dataDir, key?.key_id ?? '', key?.wrapped ?? '', id, until.toISOString()], { encoding: 'utf8' }).trim();
  await database.query(`update sessions set idle_expires_at = $2, idle_mark = decode($3, 'hex') where id = $1`, [id, until, mark]);
}

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
export async function leaveIdle({ databaseUrl, dataDir }: Pick<RunningStack, 'databaseUrl' | 'dataDir'>, context: BrowserContext, secondsLeft: number, kind: SessionKind = 'user'): Promise<void> {
  // What watches over the session comes after the page itself.
  for (const page of context.pages()) await page.waitForLoadState('networkidle');
  const id = await signedInId(context, kind);
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>('select id from sessions where $1 in (user_id, id)', [id]);
    expect(rows).toHaveLength(1);
    for (const session of rows) await setIdleEnd(database, dataDir, session.id, new Date(Date.now() + secondsLeft * 1_000));
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
