import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { SkipLink } from '@attune/shared-ui/components/skip-link';
import { BrowserRouter, QueryClientProvider, Route, Routes, useSessionState } from '@attune/shared-ui/runtime/host';
import { LazyToasts } from './notices/lazy-toasts';
import { StandingNote } from './notices/standing-note';
import { createQueryClient } from './query-client';
import { routes } from './routes';
import { setAnnouncer } from './routing/announcer';
import { ErrorBoundary } from './routing/error-boundary';
import { GuardedPage } from './routing/guarded-page';
import { NotFoundPage } from './routing/not-found-page';
import { ShowcaseRoute } from './showcase/showcase-route';
import { ProcessingOverlay } from './session/processing-overlay';
import { SessionGate } from './session/session-gate';
import { useSessionEnd } from './session/use-session-end';
import styles from './app.module.css';

const IdleWatch = lazy(() => import('./session/idle-watch'));

interface AppProps {
  /** Says at which address the page is. */
  Router?: ComponentType<{ children: ReactNode }>;
}

/** The page around every page. */
export function App({ Router = BrowserRouter }: AppProps) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Router>
        <SkipLink />
        <div ref={setAnnouncer} role="status" className={styles.announcer} />
        <StandingNote />
        <SessionGate>
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
        </SessionGate>
        <SessionKeeper />
        <ProcessingOverlay />
        <LazyToasts />
      </Router>
    </QueryClientProvider>
  );
}

/** Watches over a session, once there is one. */
function SessionKeeper() {
  const { user } = useSessionState();
  useSessionEnd();
  return user ? (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <IdleWatch />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}
