import type { SessionUser } from '@attune/shared-ui/runtime';
import type { SessionState } from '@attune/shared-ui/runtime/host';
import type { Access } from '../routes';

/** What a route shows to whoever asks for it. */
export type Verdict = { show: 'page' } | { show: 'spinner' } | { redirect: string };

const DASHBOARDS: Record<SessionUser['user_type'], string> = { client: '/client/dashboard', therapist: '/dashboard' };
/** Where a person goes whose session ran out. A therapist's sign-in starts on the landing page. */
const SIGN_INS: Record<SessionUser['user_type'], string> = { client: '/client/login', therapist: '/' };

/** Decides by the route's access and the session. The server decides again with every call; this is about what is drawn. */
export function guard(access: Access, { status, user, ended }: Pick<SessionState, 'status' | 'user' | 'ended'>): Verdict {
  if (access === 'public' || access === 'sign-in' || access === 'admin') return { show: 'page' };
  if (status === 'loading') return { show: 'spinner' };
  if (access === 'guest-landing') return user ? { redirect: DASHBOARDS[user.user_type] } : { show: 'page' };
  if (!user) return { redirect: ended?.cause === 'expired' ? SIGN_INS[ended.userType] : '/' };
  return user.user_type === access ? { show: 'page' } : { redirect: DASHBOARDS[user.user_type] };
}
