import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../routing/ErrorBoundary';
import { PageArrival } from '../routing/PageArrival';
import { PageSpinner } from '../routing/PageSpinner';
import { remotePages } from './pages';
import { PageProblem } from './PageProblem';

interface Props {
  remote: string;
  page: string;
}

/** A remote's page, with a panel in its place when it cannot be loaded or fails while it is drawn. */
export function RemotePage({ remote, page }: Props) {
  // Kept in state: were the component to change under a page that is open, the page would lose what was typed in it.
  const [{ Page, attempt }, setOpened] = useState(() => ({ ...remotePages.open(remote, page), attempt: 0 }));
  const retry = () => setOpened({ ...remotePages.reopen(remote, page), attempt: attempt + 1 });
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
