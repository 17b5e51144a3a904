import { lazy, Suspense, useEffect, useState } from 'react';
import { summonToaster } from '@attune/shared-ui/runtime/host';
import { ErrorBoundary } from '../routing/error-boundary';

const Toasts = lazy(() => import('./toasts'));

/** The toaster's place in the page, empty until a toast asks for it. */
export function LazyToasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => summonToaster(() => setWanted(true)), []);
  return wanted ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
