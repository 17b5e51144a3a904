import { ApiError, toast, useQuery } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';
import { isKnownMissing, therapistPageQuery, type TherapistAddress, type TherapistPage } from './therapist-profile.api';
import { therapistMessages } from './messages';

export type TherapistPageState =
  | ({ status: 'found' } & TherapistPage)
  | { status: 'loading' }
  | { status: 'not-found' }
  | { status: 'failed'; retry: () => void; retrying: boolean };

/** A therapist's public page: loading, then found or not found; says so in a toast where it cannot be shown. */
export function useTherapistPage(address: TherapistAddress): TherapistPageState {
  const missing = isKnownMissing(address);
  const query = useQuery({ ...therapistPageQuery(address), enabled: !missing });
  const { data, error, isError, isFetching, refetch } = query;
  const absent = missing || (error instanceof ApiError && error.status === 404);
  const broken = absent || (isError && data === undefined);

  useEffect(() => {
    if (broken) toast.error(therapistMessages.notFoundToast);
  }, [broken]);

  if (absent) return { status: 'not-found' };
  if (data !== undefined) return { status: 'found', ...data };
  return isError ? { status: 'failed', retry: () => void refetch(), retrying: isFetching } : { status: 'loading' };
}
