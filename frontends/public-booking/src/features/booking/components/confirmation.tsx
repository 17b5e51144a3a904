import { Skeleton } from '@attune/shared-ui/components/skeleton';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { type ComponentProps, Suspense } from 'react';

const fetchCard = () => import('./confirmation-card');
const Card = lazyAgain(fetchCard);

/** Not needed before something is booked: it is fetched beside the booking, and asked for again should it not have come. */
export function prepareConfirmation(): void {
  fetchCard().catch(() => undefined);
}

/** What was booked and what happens next. */
export function ConfirmationCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <Card {...props} />
    </Suspense>
  );
}
