import { tellSaved, useSavedElsewhere } from '@attune/shared-ui/forms';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, unwrap, useMutation, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';
import type { CarePlan, Dashboard, WholePlan } from '../../wire';
import type { Asked, ListPage } from './use-whole';

type QueryClient = ReturnType<typeof useQueryClient>;
type PlanPage = ListPage<CarePlan>;

export type PlanAction = CarePlan['actions'][number];

export interface Tick {
  planId: string;
  actionId: string;
  done: boolean;
}

const dashboardKey = [...clientKey, 'dashboard'];
const plansKey = [...clientKey, 'care-plans'];
const pagesKey = [...plansKey, 'from'];
const tickKey = [...clientKey, 'tick'];

/** One plan, whole. */
export function planQuery(id: string): Asked<WholePlan> {
  return {
    queryKey: [...plansKey, id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/care-plans/{id}', { params: { path: { id } }, signal })),
  };
}

/** The beginnings of plans, from a place in the list on. */
export function plansQuery(cursor: string): Asked<PlanPage> {
  return {
    queryKey: [...pagesKey, cursor],
    queryFn: async ({ signal }) => {
      const { body, next } = await readPage(api.GET('/api/client/care-plans', { params: { query: { cursor } }, signal }));
      return { entries: body.care_plans, next };
    },
  };
}

/** The plan with one action as it is now. */
function withAction<Plan extends WholePlan>(plan: Plan, { planId, actionId }: Tick, done_at: string | null): Plan {
  return plan.id !== planId ? plan : { ...plan, actions: plan.actions.map((action) => (action.id === actionId ? { ...action, done_at } : action)) };
}

/** Wherever the plan is shown: on the first page, on an older one, whole. */
function showTick(queryClient: QueryClient, tick: Tick, doneAt: string | null): void {
  const changed = <Plan extends WholePlan>(plans: readonly Plan[]) => plans.map((plan) => withAction(plan, tick, doneAt));
  queryClient.setQueryData<Dashboard>(dashboardKey, (page) => page && { ...page, aftercare_recommendations: changed(page.aftercare_recommendations) });
  queryClient.setQueriesData<PlanPage>({ queryKey: pagesKey }, (page) => page && { ...page, entries: changed(page.entries) });
  queryClient.setQueryData<WholePlan>(planQuery(tick.planId).queryKey, (plan) => plan && withAction(plan, tick, doneAt));
}

function doneAtOf(queryClient: QueryClient, { planId, actionId }: Tick): string | null {
  const pages = queryClient.getQueriesData<PlanPage>({ queryKey: pagesKey }).flatMap(([, page]) => page?.entries ?? []);
  const plans: (WholePlan | undefined)[] = [queryClient.getQueryData<WholePlan>(planQuery(planId).queryKey), ...(queryClient.getQueryData<Dashboard>(dashboardKey)?.aftercare_recommendations ?? []), ...pages];
  const actions = plans.flatMap((plan) => (plan?.id === planId ? plan.actions : []));
  return actions.find(({ id }) => id === actionId)?.done_at ?? null;
}

/** Ticks an action off or takes that back, shown at once. Where it was not saved, the action is shown as it was, and the plans are read anew. */
export function useTick() {
  const queryClient = useQueryClient();
  const record = useRecord();
  const show = (tick: Tick, doneAt: string | null) => showTick(queryClient, tick, doneAt);
  return useMutation({
    mutationKey: tickKey,
    mutationFn: ({ planId, actionId, done }: Tick) =>
      unwrap(api.PUT('/api/client/care-plans/{id}/actions/{actionId}', { params: { path: { id: planId, actionId } }, body: { done } })),
    // One after the other: of two presses on the same box the later one counts.
    scope: { id: tickKey.join() },
    onMutate: async (tick) => {
      const before = doneAtOf(queryClient, tick);
      show(tick, tick.done ? new Date().toISOString() : null);
      for (const queryKey of [dashboardKey, plansKey]) await queryClient.cancelQueries({ queryKey });
      return before;
    },
    onSuccess: ({ done_at }, tick) => {
      // A later press may wait already, and is what is shown.
      if (queryClient.isMutating({ mutationKey: tickKey }) <= 1) show(tick, done_at);
      tellSaved(record);
    },
    onError: (_error, tick, before) => {
      show(tick, before ?? null);
      readAnew(queryClient);
    },
  });
}

/** What was ticked off in another tab is ticked off here. */
export function useTicksElsewhere(): void {
  const queryClient = useQueryClient();
  useSavedElsewhere(useRecord(), () => readAnew(queryClient));
}

function readAnew(queryClient: QueryClient): void {
  for (const queryKey of [dashboardKey, plansKey]) void queryClient.invalidateQueries({ queryKey });
}

function useRecord(): string {
  return [useSession().user?.id, 'care-plans'].join('/');
}
