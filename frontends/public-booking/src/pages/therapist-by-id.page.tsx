import { Button } from '@attune/shared-ui/components/Button';
import { useNavigate, useParams, usePageTitle } from '@attune/shared-ui/runtime';
import { TherapistLoadFailed, TherapistNotFound } from '../features/therapist-profile/components/absent-therapist';
import { PanelSkeleton, TherapistSkeleton } from '../features/therapist-profile/components/therapist-skeleton';
import { therapistMessages as messages } from '../features/therapist-profile/messages';
import { useTherapistPage, type TherapistPageState } from '../features/therapist-profile/use-therapist-page';
import { BookingLayout } from '../site/booking-layout';
import { PublicHeader } from '../site/public-header';
import { IdBooking } from './sections/id-booking';
import { titleOf } from './sections/therapist-title';

/** `/book/:therapistId`: the booking page that needs no slug. */
export default function TherapistByIdPage() {
  const { therapistId = '' } = useParams();
  const page = useTherapistPage({ by: 'id', id: therapistId });
  usePageTitle(titleOf(page));
  const header = <PublicHeader before={<BackButton />} />;
  if (page.status === 'found') return <IdBooking header={header} therapist={page.therapist} services={page.services} />;
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
  if (page.status === 'not-found') return <TherapistNotFound text={messages.notFoundById} />;
  return <TherapistLoadFailed retry={page.retry} retrying={page.retrying} />;
}

/** To where the visitor came from within the site, else home. */
function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    if (idx !== undefined && idx > 0) void navigate(-1);
    else void navigate('/');
  };
  return (
    <Button variant="quiet" icon="arrow-left" onClick={goBack}>
      {messages.back}
    </Button>
  );
}
