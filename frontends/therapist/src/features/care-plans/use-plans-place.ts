import { idIn, useAddress } from '../../records/use-address';
import type { PlanStatus, PlansFilter } from './care-plans.api';

const STATUSES: readonly string[] = ['draft', 'published', 'withdrawn'] satisfies PlanStatus[];

/** What is written at present: a plan that is there, or a new one under an id of this tab's. */
export type Written = { planId: string } | { newId: string };

/** Where somebody is within the care plans: all of it lives in the address, so that a reload comes back to it. */
export function usePlansPlace() {
  const { params, change } = useAddress();
  const planId = idIn(params, 'plan');
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

function filterFrom(params: URLSearchParams): PlansFilter {
  const status = params.get('status') ?? '';
  const clientId = idIn(params, 'client');
  return { ...(STATUSES.includes(status) && { status: status as PlanStatus }), ...(clientId !== undefined && { client_id: clientId }) };
}

function writtenFrom(params: URLSearchParams): Written | undefined {
  const planId = idIn(params, 'write-plan');
  if (planId !== undefined) return { planId };
  const newId = idIn(params, 'new-plan');
  return newId === undefined ? undefined : { newId };
}
