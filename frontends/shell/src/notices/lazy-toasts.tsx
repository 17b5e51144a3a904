import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, useEffect, useState } from 'react';
import { summonToaster } from '@attune/shared-ui/runtime/host';
import { ErrorBoundary } from '../routing/error-boundary';

const Toasts = lazyAgain(() => import('./toasts'));

/**
 * The toaster's place in the page, empty until a toast asks for it. An open dialog hides the page around it from assistive technology, but
 * no place that says `aria-live`: without it the first toast would be silent there. What is read out is the toaster's own to say.
 */
export function LazyToasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => summonToaster(() => setWanted(true)), []);
  return (
    <div aria-live="off">
      {wanted && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <Toasts />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
