import { lazy, Suspense } from 'react';
import { readPageData } from '@attune/shared-ui/runtime';
import { NotFoundPage } from '../routing/NotFoundPage';
import { PageArrival } from '../routing/PageArrival';
import { PageSpinner } from '../routing/PageSpinner';

const Showcase = lazy(() => import('@attune/shared-ui/components/showcase'));

/** Every component in every state. Not in production, which the stand-in for Google never is. */
export function ShowcaseRoute() {
  if (process.env.NODE_ENV === 'production' && !readPageData().demo.google) return <NotFoundPage />;
  return (
    <Suspense fallback={<PageSpinner />}>
      <PageArrival>
        <Showcase />
      </PageArrival>
    </Suspense>
  );
}
