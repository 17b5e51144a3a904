import { lazy, Suspense, useState, type ReactNode } from 'react';

const DemoDialog = lazy(() => import('./components/demo-dialog'));

/** The demo window, fetched when it is first asked for. `window` has to be drawn by the caller. */
export function useDemo(): { open: () => void; window: ReactNode } {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    open: () => setState('open'),
    window: state !== 'never' && (
      <Suspense fallback={null}>
        <DemoDialog open={state === 'open'} onOpenChange={(open) => setState(open ? 'open' : 'closed')} />
      </Suspense>
    ),
  };
}
