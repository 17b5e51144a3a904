import type { Queryable } from '../../../common/database/database';
import type { PracticeTable } from '../../../common/practices/practice-rows';

/** SQL: ids of a practice's rows as texts, those of its clients left out: what is done for a client is done for other practices too. $1: the therapist */
function idsOf(tables: Iterable<PracticeTable>): string {
  const own = [...tables].filter(({ name, keys, claim }) => keys.length === 1 && keys[0] === 'id' && name !== 'clients' && claim.stays === undefined);
  return own.map(({ name, condition }) => `select "${name}".id::text as id from "${name}" where ${condition}`).join(' union all ');
}

/** SQL: jobs `o` whose payload names one of these. */
const naming = (tables: Iterable<PracticeTable>): string => `exists (select from jsonb_path_query(o.payload, 'lax $.**') v where v #>> '{}' in (${idsOf(tables)}))`;

/** How many mails about a practice are due and not sent yet. */
export async function mailsOnTheirWay(tables: Iterable<PracticeTable>, therapistId: string, on: Queryable): Promise<number> {
  const text = `select count(*)::int as mails from outbox o where o.queue = 'mail' and o.state in ('pending', 'queued') and o.available_at <= now() and ${naming(tables)}`;
  const [row] = await on.query<{ mails: number }>(text, [therapistId]);
  return row?.mails ?? 0;
}

/** Jobs about a practice are done no more, and what is left of those that were is gone. @returns how many there were */
export async function withdrawJobs(tables: Iterable<PracticeTable>, therapistId: string, on: Queryable): Promise<number> {
  const text = `with gone as (delete from outbox o where ${naming(tables)} returning 1) select count(*)::int as jobs from gone`;
  const [row] = await on.query<{ jobs: number }>(text, [therapistId]);
  return row?.jobs ?? 0;
}
