export type TherapistStatus = 'active' | 'inactive' | '';

/** The filters of the therapists' list, as they stand in the address. */
export interface TherapistFilters {
  q: string;
  status: TherapistStatus;
}

/** Reads the filters from the address; what is unknown counts as absent. */
export function filtersFrom(params: URLSearchParams): TherapistFilters {
  const status = params.get('status');
  return { q: params.get('q') ?? '', status: status === 'active' || status === 'inactive' ? status : '' };
}

/** The address with these filters; the defaults leave no trace in it. */
export function withFilters(params: URLSearchParams, { q, status }: TherapistFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('q', q);
  set('status', status);
  return next;
}
