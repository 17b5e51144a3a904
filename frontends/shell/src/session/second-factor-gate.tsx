import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { sessionState } from '@attune/shared-ui/runtime/host';
import { PageProblem } from '../remotes/page-problem';
import { ErrorBoundary } from '../routing/error-boundary';
import { PageArrival } from '../routing/page-arrival';
import { PageSpinner } from '../routing/page-spinner';

const SecondFactorPage = lazy(() => import('./second-factor-page'));

/** Keeps every page back while a sign-in waits for its second factor. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { secondFactor } = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  if (secondFactor === null) return children;
  return (
    <ErrorBoundary fallback={(error) => <PageProblem error={error} onRetry={() => window.location.reload()} />}>
      <Suspense fallback={<PageSpinner />}>
        <PageArrival>
          <SecondFactorPage demand={secondFactor} />
        </PageArrival>
      </Suspense>
    </ErrorBoundary>
  );
}
