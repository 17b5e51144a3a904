import { api, unwrap } from '@attune/shared-ui/runtime';
import type { Registration } from '../../../wire';

/** Makes an account. It signs nobody in and sends no mail. */
export function register(body: Registration) {
  return unwrap(api.POST('/api/auth/client/register', { body }));
}
