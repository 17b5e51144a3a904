import type { PoolClient } from 'pg';
import type { Statement } from './database';

type Plan = 'auto' | 'generic';
const PLANS = { auto: 'set plan_cache_mode to auto', generic: 'set plan_cache_mode to force_generic_plan' };

/**
 * Says for named statements how they are planned, with the statement and only where it is not what the connection does already. For a join of ten tables
 * planning takes longer than running it.
 */
export function choosePlans(client: PoolClient): void {
  const send = client.query.bind(client) as (...values: unknown[]) => unknown;
  let chosen: Plan | undefined = 'auto';
  const choose = (plan: Plan): void => {
    if (plan === chosen) return;
    chosen = plan;
    (send(PLANS[plan]) as Promise<unknown>).catch(() => (chosen = undefined));
  };
  client.query = ((asked: Statement | string, ...rest: unknown[]) => {
    if (typeof asked === 'object' && asked.name !== undefined) choose(asked.plan ?? 'auto');
    // It takes back what was chosen meanwhile.
    else if (asked === 'rollback') chosen = undefined;
    return send(asked, ...rest);
  }) as typeof client.query;
}
