import { Button } from '@attune/shared-ui/components/button';
import { useNavigate, useParams, usePageTitle } from '@attune/shared-ui/runtime';
import { therapistMessages as messages } from '../features/therapist-profile/messages';
import { useTherapistPage } from '../features/therapist-profile/use-therapist-page';
import { PublicHeader } from '../site/public-header';
import { IdBooking } from './sections/id-booking';
import { TherapistFrame } from './sections/therapist-frame';
import { titleOf } from './sections/therapist-title';

/** `/book/:therapistId`: the booking page that needs no slug. */
export default function TherapistByIdPage() {
  const { therapistId = '' } = useParams();
  const page = useTherapistPage({ by: 'id', id: therapistId });
  usePageTitle(titleOf(page));
  const header = <PublicHeader before={<BackButton />} />;
  if (page.status === 'found') return <IdBooking header={header} therapist={page.therapist} services={page.services} />;
  return <TherapistFrame header={header} page={page} notFoundText={messages.notFoundById} />;
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
