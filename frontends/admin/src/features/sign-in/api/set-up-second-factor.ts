import { api, unwrap } from '@attune/shared-ui/runtime';

/** A new secret for the app, for a sign-in that must set its second factor up first. */
export function setUpSecondFactor() {
  return unwrap(api.POST('/api/admin/second-factor/setup'));
}
