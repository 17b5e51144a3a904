import { api, unwrap } from '@attune/shared-ui/runtime';

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in, or resolves to the step that is still missing. 401 for wrong credentials, 429 after too many of them. */
export function signIn(credentials: Credentials) {
  const form = new FormData();
  form.append('username', credentials.username);
  form.append('password', credentials.password);
  return unwrap(api.POST('/api/admin/login', { body: credentials, bodySerializer: () => form }));
}
