import { api, unwrap } from '@attune/shared-ui/runtime';

export interface PasswordChange {
  current_password: string;
  new_password: string;
}

/** Changes the own password; the other sessions end. 403 for a wrong current one, 422 for a new one that is no good. */
export function changePassword(body: PasswordChange): Promise<unknown> {
  return unwrap(api.POST('/api/admin/password', { body }));
}
