import { useParams, usePageTitle } from '@attune/shared-ui/runtime';
import { SlugBooking } from './sections/slug-booking';
import { TherapistLoadFailed, TherapistNotFound } from '../features/therapist-profile/components/absent-therapist';
import { PanelSkeleton, TherapistSkeleton } from '../features/therapist-profile/components/therapist-skeleton';
import { therapistMessages as messages } from '../features/therapist-profile/messages';
import { useTherapistPage, type TherapistPageState } from '../features/therapist-profile/use-therapist-page';
import { BookingLayout } from '../site/booking-layout';
import { HeaderLink, PublicHeader } from '../site/public-header';
import { titleOf } from './sections/therapist-title';

/** `/t/:slug` and `/:slug`: the page a therapist puts in a signature. */
export default function TherapistBySlugPage() {
  const { slug = '' } = useParams();
  const page = useTherapistPage({ by: 'slug', slug });
  usePageTitle(titleOf(page));
  const header = (
    <PublicHeader>
      <HeaderLink to="/client/login">{messages.clientPortal}</HeaderLink>
    </PublicHeader>
  );
  if (page.status === 'found') return <SlugBooking header={header} therapist={page.therapist} services={page.services} />;
  if (page.status === 'loading') {
    return (
      <BookingLayout header={header} aside={<PanelSkeleton />}>
        <TherapistSkeleton />
      </BookingLayout>
    );
  }
  return <BookingLayout header={header}>{insteadOf(page)}</BookingLayout>;
}

function insteadOf(page: Exclude<TherapistPageState, { status: 'found' | 'loading' }>) {
  if (page.status === 'not-found') return <TherapistNotFound text={messages.notFoundBySlug} />;
  return <TherapistLoadFailed retry={page.retry} retrying={page.retrying} />;
}
