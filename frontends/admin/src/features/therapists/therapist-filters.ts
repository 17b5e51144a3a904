import { withoutPage } from '@attune/shared-ui/lists/address-pages';

export type TherapistStatus = 'active' | 'inactive' | '';

/** The list's name in the address. */
export const THERAPIST_PAGES = 'therapists';

export const SORTS = ['joined', 'name', 'email', 'bookings', 'status'] as const;
export type TherapistSort = (typeof SORTS)[number];

/** Filters and order of the therapists' list, as they stand in the address. */
export interface TherapistFilters {
  q: string;
  status: TherapistStatus;
  sort: TherapistSort;
  order: 'asc' | 'desc';
}

export const NEWEST_FIRST = { sort: 'joined', order: 'desc' } as const;

/** Reads the filters from the address; what is unknown counts as absent. */
export function filtersFrom(params: URLSearchParams): TherapistFilters {
  const status = params.get('status');
  const [sort, order] = (params.get('sort') ?? '').split('-');
  const known = SORTS.find((one) => one === sort);
  return {
    q: params.get('q') ?? '',
    status: status === 'active' || status === 'inactive' ? status : '',
    ...(known !== undefined && (order === 'asc' || order === 'desc') ? { sort: known, order } : NEWEST_FIRST),
  };
}

/** The address with these filters, at the first page; the defaults leave no trace in it. */
export function withFilters(params: URLSearchParams, { q, status, sort, order }: TherapistFilters): URLSearchParams {
  const next = withoutPage(params, THERAPIST_PAGES);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('q', q);
  set('status', status);
  set('sort', sort === NEWEST_FIRST.sort && order === NEWEST_FIRST.order ? '' : `${sort}-${order}`);
  return next;
}
