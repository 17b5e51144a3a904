/** Texts of a therapist's public pages around the booking itself. */
export const therapistMessages = {
  notFoundToast: 'Therapist not found',
  notFoundTitle: 'Therapist Not Found',
  notFoundById: "This therapist's profile doesn't exist or is no longer available.",
  notFoundBySlug: "The therapist page you're looking for doesn't exist or is no longer available.",
  loadFailedTitle: 'This page could not be loaded',
  loadFailedText: 'Please check your connection and try again.',
  tryAgain: 'Try Again',
  backHome: 'Back to Home',
  back: 'Back',
  clientPortal: 'Client Portal',
  loading: 'Loading the therapist’s page',
  about: 'About',
  languages: 'Languages',
  timezone: 'Timezone',
  sessions: 'Sessions',
} as const;
