import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { BrowserRouter, QueryClientProvider, Route, Routes, sessionState } from '@attune/shared-ui/runtime/host';
import { ConnectionBanner } from './notices/ConnectionBanner';
import { LazyToasts } from './notices/LazyToasts';
import { createQueryClient } from './query-client';
import { routes } from './routes';
import { setAnnouncer } from './routing/announcer';
import { ErrorBoundary } from './routing/ErrorBoundary';
import { GuardedPage } from './routing/GuardedPage';
import { NotFoundPage } from './routing/NotFoundPage';
import { SkipToContent } from './routing/SkipToContent';
import { ShowcaseRoute } from './showcase/ShowcaseRoute';
import { ProcessingOverlay } from './session/ProcessingOverlay';
import { SecondFactorGate } from './session/SecondFactorGate';
import { useSessionEnd } from './session/use-session-end';
import styles from './App.module.css';

const IdleWatch = lazy(() => import('./session/IdleWatch'));

/** The page around every page. */
export function App() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <SkipToContent />
        <div ref={setAnnouncer} role="status" className={styles.announcer} />
        <ConnectionBanner />
        <SecondFactorGate>
          <Routes>
            {routes.map((route) => (
              <Route
                key={route.path}
                path={route.path}
                element={route.remote === null ? <ShowcaseRoute /> : <GuardedPage route={route} />}
              />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </SecondFactorGate>
        <SessionKeeper />
        <ProcessingOverlay />
        <LazyToasts />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** Watches over a session, once there is one. */
function SessionKeeper() {
  const { user } = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  useSessionEnd();
  return user ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <IdleWatch />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
