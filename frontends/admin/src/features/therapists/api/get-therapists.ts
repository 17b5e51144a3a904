import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import { adminKey } from '../../../keys';
import type { Therapist } from '../../../wire';
import type { TherapistFilters } from '../therapist-filters';

export const therapistsKey = [...adminKey, 'therapists'] as const;
export const THERAPISTS_ON_A_PAGE = 50;

export interface TherapistsPage {
  therapists: Therapist[];
  /** How many there are in all with these filters. */
  total: number;
  next: string | undefined;
}

/** One page of the therapists. Read once, and then when somebody asks for it again. */
export function therapistsQuery({ q, status }: TherapistFilters, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...therapistsKey, { q, status }, cursor],
    queryFn: ({ signal }) => readPage({ q, status }, cursor, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

async function readPage(filters: TherapistFilters, cursor: string | undefined, signal: AbortSignal): Promise<TherapistsPage> {
  const query = {
    limit: THERAPISTS_ON_A_PAGE,
    ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
    ...(filters.status !== '' && { status: filters.status }),
    ...(cursor !== undefined && { cursor }),
  };
  const call = await api.GET('/api/admin/therapists', { params: { query }, signal });
  const { therapists, total } = await unwrap(Promise.resolve(call));
  return { therapists, total, next: nextCursor(call.response.headers.get('Link')) };
}
