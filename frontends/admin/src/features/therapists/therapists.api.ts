import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { adminKey, dashboardKey } from '../../keys';
import type { Therapist } from '../../wire';
import { NEWEST_FIRST, type TherapistFilters } from './therapist-filters';

export const therapistsKey = [...adminKey, 'therapists'] as const;
export const THERAPISTS_ON_A_PAGE = 50;

interface TherapistsPage {
  therapists: Therapist[];
  /** How many there are in all with these filters. */
  total: number;
  next: string | undefined;
}

async function readTherapists(filters: TherapistFilters, cursor: string | undefined, signal: AbortSignal): Promise<TherapistsPage> {
  const query = {
    limit: THERAPISTS_ON_A_PAGE,
    ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
    ...(filters.status !== '' && { status: filters.status }),
    ...((filters.sort !== NEWEST_FIRST.sort || filters.order !== NEWEST_FIRST.order) && { sort: filters.sort, order: filters.order }),
    ...(cursor !== undefined && { cursor }),
  };
  const { body, next } = await readPage(api.GET('/api/admin/therapists', { params: { query }, signal }));
  return { therapists: body.therapists, total: body.total, next };
}

function setActive(id: string, active: boolean): Promise<Therapist> {
  const form = new FormData();
  form.append('is_active', String(active));
  return unwrap(
    api.PUT('/api/admin/therapist/{id}/status', {
      params: { path: { id } },
      body: { is_active: active },
      bodySerializer: () => form,
    }),
  );
}

/** One page of the therapists. Read once, and then when somebody asks for it again. */
export function therapistsQuery(filters: TherapistFilters, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...therapistsKey, filters, cursor],
    queryFn: ({ signal }) => readTherapists(filters, cursor, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** What closing a therapist's account touches, counted anew for each question. */
export function therapistToCloseQuery(id: string) {
  return queryOptions({
    queryKey: [...adminKey, 'therapist-to-close', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/therapist/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Activates or deactivates a therapist; the answer replaces the row on every page that shows it. */
export function useSetActive() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => setActive(id, active),
    onSuccess: (changed) => {
      queryClient.setQueriesData<TherapistsPage>({ queryKey: therapistsKey }, (page) => page && withRow(page, changed));
      void queryClient.invalidateQueries({ queryKey: dashboardKey });
    },
  });
}

function withRow(page: TherapistsPage, changed: Therapist): TherapistsPage {
  return { ...page, therapists: page.therapists.map((row) => (row.id === changed.id ? changed : row)) };
}
