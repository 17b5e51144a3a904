import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { secondFactorStatus } from '@attune/shared-ui/second-factor';
import { adminKey, dashboardKey, openingsKey, secondFactorKey } from '../../keys';
import type { Dashboard, Grant, OpenRecord, RecordSection } from '../../wire';
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

/** Whether this administrator can open records at all. */
export function secondFactorQuery() {
  return secondFactorStatus('/api/admin/second-factor', secondFactorKey);
}

/** Opens one client's record for 60 minutes. 404 when nobody is found, 409 while it is open already or three are, 422 for a wrong password or code. */
export async function openAccess(queryClient: ReturnType<typeof useQueryClient>, request: OpenRecord): Promise<Grant> {
  const grant = await unwrap(api.POST('/api/admin/break-glass', { body: request }));
  // At once, for the page that opens next looks its access up there.
  queryClient.setQueryData<Dashboard>(dashboardKey, (known) => known && { ...known, break_glass: [grant, ...known.break_glass] });
  return grant;
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
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: dashboardKey });
      void queryClient.invalidateQueries({ queryKey: openingsKey });
    },
  });
}

function without(dashboard: Dashboard, id: string): Dashboard {
  return { ...dashboard, break_glass: dashboard.break_glass.filter((grant) => grant.id !== id) };
}
