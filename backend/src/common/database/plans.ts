import type { PoolClient } from 'pg';
import type { Statement } from './database';

type Plan = 'auto' | 'generic';
const PLANS = { auto: 'set plan_cache_mode to auto', generic: 'set plan_cache_mode to force_generic_plan' };

/**
 * Says for each statement with values how it is planned, with the statement and only where it is not what the connection does already. For a join of ten tables
 * planning takes longer than running it.
 */
export function choosePlans(client: PoolClient): void {
  const send = (...values: unknown[]): unknown => (Object.getPrototypeOf(client) as { query(...values: unknown[]): unknown }).query.apply(client, values);
  let chosen: Plan | undefined = 'auto';
  const choose = (plan: Plan): void => {
    if (plan === chosen) return;
    chosen = plan;
    (send(PLANS[plan]) as Promise<unknown>).catch(() => (chosen = undefined));
  };
  client.query = ((asked: (Statement & { values?: unknown }) | string, ...rest: unknown[]) => {
    const { name, plan, values = rest[0] }: Partial<Statement> & { values?: unknown } = typeof asked === 'object' ? asked : {};
    // The mode counts for every statement with values, named or not.
    if (name !== undefined || hasValues(values)) choose(plan ?? 'auto');
    // It takes back what was chosen meanwhile.
    else if (typeof asked === 'string' && /^rollback\b/i.test(asked)) chosen = undefined;
    return send(asked, ...rest);
  }) as typeof client.query;
}

const hasValues = (values: unknown): boolean => Array.isArray(values) && values.length > 0;
