import { lazy, Suspense } from 'react';
import { readPageData } from '@attune/shared-ui/runtime';
import { NotFoundPage } from '../routing/not-found-page';
import { PageArrival } from '../routing/page-arrival';
import { PageSpinner } from '../routing/page-spinner';

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
