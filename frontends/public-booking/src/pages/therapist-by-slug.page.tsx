import { useParams, usePageTitle } from '@attune/shared-ui/runtime';
import { therapistMessages as messages } from '../features/therapist-profile/messages';
import { useTherapistPage } from '../features/therapist-profile/use-therapist-page';
import { HeaderLink, PublicHeader } from '../site/public-header';
import { SlugBooking } from './sections/slug-booking';
import { TherapistFrame } from './sections/therapist-frame';
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
  return <TherapistFrame header={header} page={page} notFoundText={messages.notFoundBySlug} />;
}
