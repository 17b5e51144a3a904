import { buttonClass } from '@attune/shared-ui/components/Button';
import { Link, useParams, usePageTitle } from '@attune/shared-ui/runtime';
import { SlugBooking } from './sections/slug-booking';
import { TherapistLoadFailed, TherapistNotFound } from '../features/therapist-profile/components/absent-therapist';
import { TherapistSkeleton } from '../features/therapist-profile/components/therapist-skeleton';
import { therapistMessages as messages } from '../features/therapist-profile/messages';
import { useTherapistPage, type TherapistPageState } from '../features/therapist-profile/use-therapist-page';
import { BookingLayout } from '../site/booking-layout';
import { PublicHeader } from '../site/public-header';
import { titleOf } from './sections/therapist-title';

/** `/t/:slug` and `/:slug`: the page a therapist puts in a signature. */
export default function TherapistBySlugPage() {
  const { slug = '' } = useParams();
  const page = useTherapistPage({ by: 'slug', slug });
  usePageTitle(titleOf(page));
  const header = (
    <PublicHeader>
      <Link to="/client/login" className={buttonClass({ variant: 'quiet' })}>
        {messages.clientPortal}
      </Link>
    </PublicHeader>
  );
  if (page.status === 'found') return <SlugBooking header={header} therapist={page.therapist} services={page.services} />;
  return <BookingLayout header={header}>{insteadOf(page)}</BookingLayout>;
}

function insteadOf(page: Exclude<TherapistPageState, { status: 'found' }>) {
  if (page.status === 'loading') return <TherapistSkeleton />;
  if (page.status === 'not-found') return <TherapistNotFound text={messages.notFoundBySlug} />;
  return <TherapistLoadFailed retry={page.retry} retrying={page.retrying} />;
}
