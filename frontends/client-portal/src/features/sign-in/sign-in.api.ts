import { api, unwrap } from '@attune/shared-ui/runtime';
import type { CodeSent, Registration } from '../../wire';

/** Signs in at once (undefined) where the browser is known, else a code was sent. */
export async function logIn(email: string): Promise<CodeSent | undefined> {
  const answer = await unwrap(api.POST('/api/auth/client/login', { params: { query: { email } } }));
  return 'resend_after_seconds' in answer ? answer : undefined;
}

/** Makes an account (undefined): it signs nobody in. After many questions about addresses a code is sent to each instead, with an account or without one. */
export async function register(body: Registration): Promise<CodeSent | undefined> {
  const answer = await unwrap(api.POST('/api/auth/client/register', { body }));
  return 'resend_after_seconds' in answer ? answer : undefined;
}
