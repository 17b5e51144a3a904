import { tellSaved, useSavedElsewhere } from '@attune/shared-ui/forms';
import { api, unwrap, useMutation, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';
import type { CarePlan, Dashboard } from '../../wire';

export type PlanAction = CarePlan['actions'][number];

export interface Tick {
  planId: string;
  actionId: string;
  done: boolean;
}

const dashboardKey = [...clientKey, 'dashboard'];
const tickKey = [...clientKey, 'tick'];

/** The plans with one action as it is now. */
function withAction(dashboard: Dashboard, { planId, actionId }: Tick, done_at: string | null): Dashboard {
  const plans = dashboard.aftercare_recommendations.map((plan) =>
    plan.id !== planId ? plan : { ...plan, actions: plan.actions.map((action) => (action.id === actionId ? { ...action, done_at } : action)) },
  );
  return { ...dashboard, aftercare_recommendations: plans };
}

function doneAtOf(dashboard: Dashboard | undefined, { planId, actionId }: Tick): string | null {
  const actions = dashboard?.aftercare_recommendations.find(({ id }) => id === planId)?.actions;
  return actions?.find(({ id }) => id === actionId)?.done_at ?? null;
}

/** Ticks an action off or takes that back, shown at once. Where it was not saved, the action is shown as it was, and the plans are read anew. */
export function useTick() {
  const queryClient = useQueryClient();
  const record = useRecord();
  const show = (tick: Tick, doneAt: string | null) =>
    queryClient.setQueryData<Dashboard>(dashboardKey, (dashboard) => dashboard && withAction(dashboard, tick, doneAt));
  return useMutation({
    mutationKey: tickKey,
    mutationFn: ({ planId, actionId, done }: Tick) =>
      unwrap(api.PUT('/api/client/care-plans/{id}/actions/{actionId}', { params: { path: { id: planId, actionId } }, body: { done } })),
    // One after the other: of two presses on the same box the later one counts.
    scope: { id: tickKey.join() },
    onMutate: async (tick) => {
      const before = doneAtOf(queryClient.getQueryData<Dashboard>(dashboardKey), tick);
      show(tick, tick.done ? new Date().toISOString() : null);
      await queryClient.cancelQueries({ queryKey: dashboardKey });
      return before;
    },
    onSuccess: ({ done_at }, tick) => {
      // A later press may wait already, and is what is shown.
      if (queryClient.isMutating({ mutationKey: tickKey }) <= 1) show(tick, done_at);
      tellSaved(record);
    },
    onError: (_error, tick, before) => {
      show(tick, before ?? null);
      void queryClient.invalidateQueries({ queryKey: dashboardKey });
    },
  });
}

/** What was ticked off in another tab is ticked off here. */
export function useTicksElsewhere(): void {
  const queryClient = useQueryClient();
  useSavedElsewhere(useRecord(), () => void queryClient.invalidateQueries({ queryKey: dashboardKey }));
}

function useRecord(): string {
  return [useSession().user?.id, 'care-plans'].join('/');
}
