import type { paths } from '../api/schema';

/** What a therapist's sign-in still owes: the code of the second factor, or setting one up because the operator requires it. */
export type SecondFactorDemand = paths['/api/auth/session']['post']['responses'][202]['content']['application/json']['status'];

const KEY = 'attune-second-factor';

/**
 * Remembers in this tab what its sign-in owes: a phone may drop the page while the person looks into the authenticator app.
 * It says nothing about who it is, and opens nothing: the server knows the session that waits.
 */
export function rememberOwed(demand: SecondFactorDemand | null): void {
  try {
    if (demand === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, demand);
  } catch {
    // Storage is switched off: then the sign-in begins anew after a reload.
  }
}

export function recallOwed(): SecondFactorDemand | null {
  try {
    const demand = sessionStorage.getItem(KEY);
    return demand === 'second_factor_required' || demand === 'second_factor_setup' ? demand : null;
  } catch {
    return null;
  }
}
