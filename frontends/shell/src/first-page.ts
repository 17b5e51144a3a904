import { sessionState } from '@attune/shared-ui/runtime/host';
import { remotePages } from './remotes/pages';
import { guard } from './routing/guard';
import { routeAt } from './routing/route-at';

/** Starts to load the page that the address names, before the first view is drawn. Settles with whether it is there. */
export async function firstPage(pathname: string): Promise<boolean> {
  const route = routeAt(pathname);
  if (!route || route.remote === null) return false;
  // A guarded page is fetched while the session is still asked for; where the guard leads elsewhere, or may, it is not.
  const verdict = guard(route.access, sessionState.get());
  if ('redirect' in verdict || (verdict.show === 'spinner' && route.access === 'guest-landing')) return false;
  return remotePages.open(route.remote, route.page).settled;
}
