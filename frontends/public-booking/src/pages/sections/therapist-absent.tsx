import { TherapistLoadFailed, TherapistNotFound } from '../../features/therapist-profile/components/absent-therapist';
import type { TherapistPageState } from '../../features/therapist-profile/use-therapist-page';

interface TherapistAbsentProps {
  page: Extract<TherapistPageState, { status: 'not-found' | 'failed' }>;
  notFoundText: string;
}

/** What stands where a therapist's page would be. Rare, so it is fetched only when it is needed. */
export default function TherapistAbsent({ page, notFoundText }: TherapistAbsentProps) {
  if (page.status === 'not-found') return <TherapistNotFound text={notFoundText} />;
  return <TherapistLoadFailed retry={page.retry} retrying={page.retrying} />;
}
