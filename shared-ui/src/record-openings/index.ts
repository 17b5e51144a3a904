/** Who opened records in an emergency: the same list for administrators, therapists and clients, each with what is theirs. */
export { OpeningsCard } from './openings-card';
export { type Opening, type OpeningsList, openingsQuery } from './openings.api';
