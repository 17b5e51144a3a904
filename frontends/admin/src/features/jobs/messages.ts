/** Texts of the failed jobs. */
export const jobMessages = {
  title: 'Failed jobs',
  none: 'Nothing has failed. Jobs that could not be done appear here with their reason.',
  listFailed: 'Failed to load failed jobs',
  retried: 'The job runs again',
  retryFailed: 'The job could not be started again. Please try again.',
  discarded: 'Job discarded',
  discardFailed: 'The job could not be discarded. Please try again.',
  discardTitle: 'Discard this job?',
  discardText: 'It will never run: a mail that it stands for is not sent. This cannot be undone.',
} as const;
