import { formatNumber } from '@attune/shared-ui/format';

/** Texts of the therapists' list. */
export const therapistMessages = {
  title: 'Therapists',
  listFailed: 'Failed to load therapists',
  updateFailed: 'Failed to update therapist status',
  noSlug: 'No slug',
  connected: 'Connected',
  notConnected: 'Not Connected',
  active: 'Active',
  inactive: 'Inactive',
  emptyTitle: 'No therapists yet',
  emptyText: 'Whoever signs in with “For Therapists” on the homepage appears here.',
  noMatchTitle: 'No therapists match',
  noMatchText: 'Try another name, slug or email, or widen the filter.',
  nothingShown: 'The list is not there yet. Refresh tries again.',
  deactivateText: [
    'They are signed out at once and cannot sign in again.',
    'Their public page and booking close at once.',
  ],
  counting: 'Counting the appointments that are to come…',
  notCounted: 'Appointments that are to come stay booked. They could not be counted. The therapist and the clients are told by mail.',
  nothingToCome: 'No appointments are to come. The therapist is told by mail.',
} as const;

/** '3 appointments that are to come stay booked. The therapist and their 2 clients are told by mail.' */
export function staysBooked(bookings: number, clients: number): string {
  if (bookings === 0) return therapistMessages.nothingToCome;
  const what = bookings === 1 ? 'One appointment that is to come stays booked.' : `${formatNumber(bookings)} appointments that are to come stay booked.`;
  const whose = clients === 1 ? 'the client' : `the ${formatNumber(clients)} clients`;
  return `${what} The therapist and ${whose} are told by mail.`;
}
