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
    'Appointments that are booked stay as they are.',
  ],
} as const;
