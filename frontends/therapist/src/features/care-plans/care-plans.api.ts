import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

const PLANS = '/api/therapist/care-plans';
const PLAN = '/api/therapist/care-plans/{id}';

export type PlanSummary = Answer<typeof PLANS, 'get'>[number];
export type CarePlan = Answer<typeof PLAN, 'get'>;
export type PlanStatus = CarePlan['status'];
export type NewPlanBody = Body<typeof PLANS, 'post'>;
export type PlanBody = Body<typeof PLAN, 'put'>;

export const PLANS_ON_A_PAGE = 20;

const plansKey = ['therapist', 'care-plans'] as const;

export interface PlansFilter {
  status?: PlanStatus;
  client_id?: string;
}

/** Newest first. */
export function plansQuery(filter: PlansFilter, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...plansKey, 'list', filter, cursor],
    queryFn: ({ signal }) => readPage(api.GET(PLANS, { params: { query: { ...filter, cursor, limit: PLANS_ON_A_PAGE } }, signal })),
  });
}

/** How many there are, whatever the filter. */
export function plansCountQuery() {
  return queryOptions({
    queryKey: [...plansKey, 'count'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/api/therapist/care-plans/summary', { signal }))).total,
  });
}

export function planQuery(id: string) {
  return queryOptions({
    queryKey: [...plansKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET(PLAN, { params: { path: { id } }, signal })),
  });
}

/** The answer takes the plan's place at once; lists are read anew behind it, and so is a plan that the server knows otherwise. */
function usePlanMutation<Sent>(send: (sent: Sent) => Promise<CarePlan>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    // One after the other: what was let go of a moment ago is saved before the plan is shown to anybody.
    scope: { id: plansKey.join() },
    onSuccess: (plan) => queryClient.setQueryData(planQuery(plan.id).queryKey, plan),
    onSettled: () => {
      queryClient.removeQueries({ queryKey: [...plansKey, 'list'], type: 'inactive' });
      void queryClient.invalidateQueries({ queryKey: plansKey });
    },
  });
}

export type PlanSave = { id: string; body: PlanBody } | { id: undefined; body: NewPlanBody; key: string };

/** Saves a plan. One whose answer was lost can be repeated: the same `key` never makes a second plan. */
export function useSavePlan() {
  return usePlanMutation((save: PlanSave) =>
    save.id === undefined
      ? unwrap(api.POST(PLANS, { params: { header: { 'Idempotency-Key': save.key } }, body: save.body }))
      : unwrap(api.PUT(PLAN, { params: { path: { id: save.id } }, body: save.body })),
  );
}

/** What is published is what is on the screen: not what another window saved meanwhile. */
export function usePublishPlan() {
  const queryClient = useQueryClient();
  return usePlanMutation((id: string) => {
    const version = queryClient.getQueryData(planQuery(id).queryKey)?.version;
    return unwrap(api.POST('/api/therapist/care-plans/{id}/publish', { params: { path: { id } }, body: { version } }));
  });
}

export function useWithdrawPlan() {
  return usePlanMutation((id: string) => unwrap(api.POST('/api/therapist/care-plans/{id}/withdraw', { params: { path: { id } } })));
}

export function useGoalProgress() {
  return usePlanMutation(({ id, goalId, progress }: { id: string; goalId: string; progress: number }) =>
    unwrap(api.PUT('/api/therapist/care-plans/{id}/goals/{goalId}', { params: { path: { id, goalId } }, body: { progress } })),
  );
}

export function useDeletePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE(PLAN, { params: { path: { id } } })),
    onSuccess: (_answer, id) => queryClient.removeQueries({ queryKey: planQuery(id).queryKey }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: plansKey }),
  });
}
