import type { UserType } from '../../wire';
import { actionLabel } from './activity-words';

/** The filters of the log, as they stand in the address; empty for any. */
export interface ActivityFilters {
  action: string;
  userType: UserType | '';
}

const ACTION = /^[a-z][a-z_]{0,59}$/;

export const USER_TYPES = [
  { value: '', label: 'Anybody' },
  { value: 'therapist', label: 'Therapists' },
  { value: 'client', label: 'Clients' },
  { value: 'admin', label: 'Administrators' },
  { value: 'visitor', label: 'Visitors' },
  { value: 'system', label: 'The system' },
] as const satisfies readonly { value: UserType | ''; label: string }[];

/** What is looked for most; an address may name any other action. */
const ACTIONS = [
  'login',
  'logout',
  'create_note',
  'book_session',
  'admin_login_success',
  'admin_login_failed',
  'create_profile',
  'update_profile',
  'create_service',
  'update_service',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_failed',
];

/** The choices of the action filter; the one that the address names is always among them. */
export function actionOptions(chosen: string): { value: string; label: string }[] {
  const known = chosen === '' || ACTIONS.includes(chosen) ? ACTIONS : [...ACTIONS, chosen];
  return [{ value: '', label: 'Any action' }, ...known.map((value) => ({ value, label: actionLabel(value) }))];
}

/** Reads the filters from the address; what cannot be one counts as absent. */
export function filtersFrom(params: URLSearchParams): ActivityFilters {
  const action = params.get('action') ?? '';
  return { action: ACTION.test(action) ? action : '', userType: userTypeOf(params.get('who')) };
}

/** One of the kinds of user, or any. */
export function userTypeOf(value: string | null): UserType | '' {
  return USER_TYPES.find((one) => one.value === value)?.value ?? '';
}

/** The address with these filters; the defaults leave no trace in it. */
export function withFilters(params: URLSearchParams, { action, userType }: ActivityFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  set('action', action);
  set('who', userType);
  return next;
}
