import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../routing/error-boundary';
import { PageArrival } from '../routing/page-arrival';
import { PageSpinner } from '../routing/page-spinner';
import { remotePages } from './pages';
import type { RemotePageCache } from './remote-page-cache';
import { PageProblem } from './page-problem';

interface Props {
  remote: string;
  page: string;
  cache?: RemotePageCache;
}

/** A remote's page, with a panel in its place when it cannot be loaded or fails while it is drawn. */
export function RemotePage({ remote, page, cache = remotePages }: Props) {
  // Kept in state: were the component to change under a page that is open, the page would lose what was typed in it.
  const [{ Page, attempt }, setOpened] = useState(() => ({ ...cache.open(remote, page), attempt: 0 }));
  const retry = () => setOpened({ ...cache.reopen(remote, page), attempt: attempt + 1 });
  return (
    <ErrorBoundary key={attempt} fallback={(error) => <PageProblem error={error} onRetry={retry} />}>
      <Suspense fallback={<PageSpinner />}>
        <PageArrival>
          <Page />
        </PageArrival>
      </Suspense>
    </ErrorBoundary>
  );
}
