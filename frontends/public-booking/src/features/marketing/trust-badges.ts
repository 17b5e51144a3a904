import { shownTexts } from './claims';

/** What Attune claims on every therapist's page: a file of its own, for those pages carry no other claim. */
export const trustBadges = shownTexts([
  { shown: true, text: 'HIPAA Compliant' },
  { shown: true, text: 'Licensed Professional' },
  { shown: true, text: 'Secure Booking' },
]);
