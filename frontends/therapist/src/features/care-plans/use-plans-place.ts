import { useSearchParams } from '@attune/shared-ui/runtime';
import type { PlanStatus, PlansFilter } from './care-plans.api';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const STATUSES: readonly string[] = ['draft', 'published', 'withdrawn'] satisfies PlanStatus[];

/** What is written at present: a plan that is there, or a new one under an id of this tab's. */
export type Written = { planId: string } | { newId: string };

/** Where somebody is within the care plans: all of it lives in the address, so that a reload comes back to it. */
export function usePlansPlace() {
  const [params, setParams] = useSearchParams();
  const change = (part: Record<string, string | undefined>, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const planId = idFrom(params.get('plan'));
  return {
    planId,
    openPlan: (id: string) => change({ plan: id }),
    openList: () => change({ plan: undefined }),
    filter: filterFrom(params),
    show: ({ status, client_id }: PlansFilter) => change({ plan: undefined, status, client: client_id }, planId === undefined),
    written: writtenFrom(params),
    write: (written: Written) => change('planId' in written ? { 'write-plan': written.planId, 'new-plan': undefined } : { 'write-plan': undefined, 'new-plan': written.newId }),
    stopWriting: (openId?: string) => change({ 'write-plan': undefined, 'new-plan': undefined, ...(openId !== undefined && { plan: openId }) }, true),
  };
}

/** The address of the editor for a new plan. */
export function newPlanAddress(newId: string): string {
  return `/dashboard?tab=notes&view=plans&new-plan=${newId}`;
}

function idFrom(text: string | null): string | undefined {
  return text !== null && UUID.test(text) ? text : undefined;
}

function filterFrom(params: URLSearchParams): PlansFilter {
  const status = params.get('status') ?? '';
  const clientId = idFrom(params.get('client'));
  return { ...(STATUSES.includes(status) && { status: status as PlanStatus }), ...(clientId !== undefined && { client_id: clientId }) };
}

function writtenFrom(params: URLSearchParams): Written | undefined {
  const planId = idFrom(params.get('write-plan'));
  if (planId !== undefined) return { planId };
  const newId = idFrom(params.get('new-plan'));
  return newId === undefined ? undefined : { newId };
}
