import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense, type ReactNode } from 'react';
import { PanelSkeleton, TherapistSkeleton } from '../../features/therapist-profile/components/therapist-skeleton';
import type { TherapistPageState } from '../../features/therapist-profile/use-therapist-page';
import { BookingLayout } from '../../site/booking-layout';

const TherapistAbsent = lazyAgain(() => import('./therapist-absent'));

interface TherapistFrameProps {
  header: ReactNode;
  page: Exclude<TherapistPageState, { status: 'found' }>;
  notFoundText: string;
}

/** The page while there is no therapist to show: not yet, or not at all. */
export function TherapistFrame({ header, page, notFoundText }: TherapistFrameProps) {
  if (page.status === 'loading') {
    return (
      <BookingLayout header={header} aside={<PanelSkeleton />}>
        <TherapistSkeleton />
      </BookingLayout>
    );
  }
  return (
    <BookingLayout header={header}>
      <Suspense fallback={null}>
        <TherapistAbsent page={page} notFoundText={notFoundText} />
      </Suspense>
    </BookingLayout>
  );
}
