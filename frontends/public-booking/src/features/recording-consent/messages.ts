/** Texts of the page behind the link that asks for a consent. */
export const consentPageMessages = {
  title: 'Recording of your session',
  loading: 'Loading the question',
  loadFailed: 'The question could not be loaded',
  tryAgain: 'Try Again',
  invalidTitle: 'This link does not work',
  invalidText: 'It may be incomplete, or replaced by a newer one. Open the link in the newest mail, or sign in to the client portal to see what you were asked.',
  backHome: 'Back to Home',
} as const;
