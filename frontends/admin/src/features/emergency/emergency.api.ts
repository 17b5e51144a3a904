import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { adminKey, dashboardKey } from '../../keys';
import type { Dashboard, RecordSection } from '../../wire';
import { emergencyMessages } from './messages';

export const RECORD_ROWS_ON_A_PAGE = 50;

/** Everything that was read through one access. */
export function recordKey(grantId: string) {
  return [...adminKey, 'record', grantId] as const;
}

async function readRecord(grantId: string, section: RecordSection, cursor: string | undefined, signal: AbortSignal) {
  const params = { path: { id: grantId }, query: { section, limit: RECORD_ROWS_ON_A_PAGE, cursor } };
  const { body, next } = await readPage(api.GET('/api/admin/break-glass/{id}/record', { params, signal }));
  return { ...body, next };
}

/** One page of a section. Each reading is logged, so nothing is read twice by itself. 403 once the access is over. */
export function recordQuery(grantId: string, section: RecordSection, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...recordKey(grantId), section, cursor],
    queryFn: ({ signal }) => readRecord(grantId, section, cursor, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Opens one therapist's records for 60 minutes. 409 while this administrator has them open already. */
export function useOpenAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { therapist_id: string; reason: string }) => unwrap(api.POST('/api/admin/break-glass', { body: request })),
    onSuccess: (grant) => {
      // At once, for the page that opens next looks its access up there.
      queryClient.setQueryData<Dashboard>(dashboardKey, (known) => known && { ...known, break_glass: [grant, ...known.break_glass] });
    },
  });
}

/** Ends an access before its time. What was read of the record leaves the page's memory. */
export function useEndAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST('/api/admin/break-glass/{id}/end', { params: { path: { id } } })),
    onSuccess: (_, id) => {
      queryClient.setQueryData<Dashboard>(dashboardKey, (known) => known && without(known, id));
      queryClient.removeQueries({ queryKey: recordKey(id) });
      toast.success(emergencyMessages.ended);
    },
    onError: (error) => toast.error(refusalText(error, emergencyMessages.endFailed)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: dashboardKey }),
  });
}

function without(dashboard: Dashboard, id: string): Dashboard {
  return { ...dashboard, break_glass: dashboard.break_glass.filter((grant) => grant.id !== id) };
}
