import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { untilItComes } from '@attune/shared-ui/lazy-again';
import { useLocation } from '@attune/shared-ui/runtime';
import { isPending, pendingLogouts, type SessionKind, useSessionState } from '@attune/shared-ui/runtime/host';
import { ConnectionBanner } from '../notices/connection-banner';
import { PageProblem } from '../remotes/page-problem';
import { ErrorBoundary } from '../routing/error-boundary';
import { PageArrival } from '../routing/page-arrival';
import { PageSpinner } from '../routing/page-spinner';
import { routeAt } from '../routing/route-at';

const SecondFactorPage = lazy(() => import('./second-factor-page'));
const LogoutPage = lazy(fetchLogout);

/**
 * Keeps every page back while a sign-in waits for its second factor, and whatever a session opens from its logout until the server has
 * ended it.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { secondFactor, user } = useSessionState();
  const pending = useSyncExternalStore(pendingLogouts.subscribe, pendingLogouts.get, () => '');
  const kind = kindAt(useLocation().pathname);

  // Without a network it could not be fetched any more: whoever is signed in has it already.
  const wanted = pending !== '' || user !== null || kind === 'admin';
  useEffect(() => {
    if (wanted) void fetchLogout();
  }, [wanted]);

  const left = kind !== undefined && isPending(kind);
  const page = left ? <LogoutPage kind={kind} /> : secondFactor && <SecondFactorPage demand={secondFactor} />;
  return (
    <>
      {!left && <ConnectionBanner />}
      {page ? (
        <ErrorBoundary fallback={(error) => <PageProblem error={error} onRetry={() => window.location.reload()} />}>
          <Suspense fallback={<PageSpinner />}>
            <PageArrival>{page}</PageArrival>
          </Suspense>
        </ErrorBoundary>
      ) : (
        children
      )}
    </>
  );
}

/** The kind of session that an address shows something of, or leads to. */
function kindAt(pathname: string): SessionKind | undefined {
  const route = routeAt(pathname);
  if (!route || route.access === 'public') return undefined;
  return route.remote === 'admin' ? 'admin' : 'user';
}

/** With the page comes what tries to end the sessions. */
function fetchLogout() {
  return untilItComes(() => import('./logout-page'));
}
