import { withoutPage } from '@attune/shared-ui/lists/address-pages';
import type { UserType } from '../../wire';
import { actionLabel } from './activity-words';

/** The filters of the log, as they stand in the address; empty for any. */
export interface ActivityFilters {
  action: string;
  userType: UserType | '';
  /** Part of the name of a therapist or an administrator. */
  person: string;
  /** First and last day, yyyy-MM-dd by the reader's calendar. */
  from: string;
  to: string;
}

/** The list's name in the address. */
export const LOG_PAGES = 'log';

export const NO_FILTER: ActivityFilters = { action: '', userType: '', person: '', from: '', to: '' };

const ACTION = /^[a-z][a-z_]{0,59}$/;
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

export const USER_TYPES = [
  { value: '', label: 'Anybody' },
  { value: 'therapist', label: 'Therapists' },
  { value: 'client', label: 'Clients' },
  { value: 'admin', label: 'Administrators' },
  { value: 'visitor', label: 'Visitors' },
  { value: 'system', label: 'The system' },
] as const satisfies readonly { value: UserType | ''; label: string }[];

/** The choices of the action filter: all that the log holds, and the one that the address names. */
export function actionOptions(known: readonly string[], chosen: string): { value: string; label: string }[] {
  const all = new Set(chosen === '' ? known : [...known, chosen]);
  return [{ value: '', label: 'Any action' }, ...[...all].sort().map((value) => ({ value, label: actionLabel(value) }))];
}

/** Reads the filters from the address; what cannot be one counts as absent. */
export function filtersFrom(params: URLSearchParams): ActivityFilters {
  const action = params.get('action') ?? '';
  return {
    action: ACTION.test(action) ? action : '',
    userType: userTypeOf(params.get('who')),
    person: (params.get('person') ?? '').slice(0, 120),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
}

/** The day that a text is, or nothing. */
export function dayOf(value: string | null): string {
  return value !== null && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
}

/** One of the kinds of user, or any. */
export function userTypeOf(value: string | null): UserType | '' {
  return USER_TYPES.find((one) => one.value === value)?.value ?? '';
}

export function isFiltered(filters: ActivityFilters): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** The address with these filters, at the first page; the defaults leave no trace in it. */
export function withFilters(params: URLSearchParams, { action, userType, person, from, to }: ActivityFilters): URLSearchParams {
  const next = withoutPage(params, LOG_PAGES);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('action', action);
  set('who', userType);
  set('person', person);
  set('from', from);
  set('to', to);
  return next;
}

/** What the server is asked with; days begin and end by the reader's clock. */
export function askedWith({ action, userType, person, from, to }: ActivityFilters) {
  return {
    ...(action !== '' && { action }),
    ...(userType !== '' && { user_type: userType }),
    ...(person.trim() !== '' && { person: person.trim() }),
    ...(from !== '' && { from: midnight(from, 0) }),
    ...(to !== '' && { to: midnight(to, 1) }),
  };
}

/** The beginning of a day here, or of one so many days later. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
