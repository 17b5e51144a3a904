export const recordingMessages = {
  title: 'Recording',
  text: 'A session is recorded only if you and your therapist both agree. You can withdraw at any moment.',
  loadFailed: 'What you were asked about recordings could not be loaded.',
  tryLater: 'Nothing has changed. Please try again in a moment.',
  showMore: 'Show more',
} as const;
