import { api, unwrap } from '@attune/shared-ui/runtime';
import type { AccountInput } from '../../wire';

export function saveDetails(body: AccountInput) {
  return unwrap(api.PUT('/api/client/account', { body }));
}
