import { Navigate, useLocation } from '@attune/shared-ui/runtime';
import { useSessionState } from '@attune/shared-ui/runtime/host';
import { RemotePage } from '../remotes/remote-page';
import type { RemoteRoute } from '../routes';
import { guard } from './guard';
import { PageSpinner } from './page-spinner';

/** One route of the table: its guard, then the remote's page. */
export function GuardedPage({ route }: { route: RemoteRoute }) {
  const session = useSessionState();
  const { pathname } = useLocation();
  const verdict = guard(route.access, session);
  if ('redirect' in verdict) return <Navigate to={verdict.redirect} replace />;
  if (verdict.show === 'spinner') return <PageSpinner />;
  // Another therapist's address is another page, even though the same component answers. So is a therapist's page once another one has signed in in
  // another tab: what the one before typed is not shown to them. A client's account has another id once the address is proved.
  const owner = route.access === 'therapist' ? session.user?.id : '';
  return <RemotePage key={`${owner} ${pathname}`} remote={route.remote} page={route.page} />;
}
