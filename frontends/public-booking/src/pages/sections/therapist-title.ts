import { therapistMessages } from '../../features/therapist-profile/messages';
import type { TherapistPageState } from '../../features/therapist-profile/use-therapist-page';

/** The name of a therapist's page in the tab. */
export function titleOf(page: TherapistPageState): string {
  if (page.status === 'found') return page.therapist.display_name;
  return page.status === 'not-found' ? therapistMessages.notFoundTitle : '';
}
