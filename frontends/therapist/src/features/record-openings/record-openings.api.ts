import { type OpeningsList } from '@attune/shared-ui/record-openings';

/** Who opened records of this therapist's clients in an emergency. */
export const OWN_OPENINGS: OpeningsList = { place: '/api/therapist/record-openings', queryKey: ['therapist', 'record-openings'] };
