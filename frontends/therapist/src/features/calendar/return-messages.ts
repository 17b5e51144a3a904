/** How the way to Google ended. */
export const returnMessages = {
  connected: 'Google Calendar was connected successfully',
  listShown: 'All your calendars can be chosen now',
  failed: 'Failed to connect Google Calendar. Please try again.',
  reasons: {
    denied: 'Google was told not to give access. If you want to connect, choose Continue on Google’s page.',
    scope: 'A permission was not ticked on Google’s page. Attune needs all of them: to see when you are busy, and to write your appointments.',
    unverified: 'Google did not confirm the email address of this account. Confirm it in your Google account first, or choose another account.',
    account_taken: 'This Google account is connected by another therapist of this practice already. Choose another account at Google, or ask them to disconnect it first.',
  },
  /** How asking for the list of calendars ended, where it is not shown. */
  list: {
    declined: (mainOnly: boolean) => `Attune was not given the list of your calendars. ${mainOnly ? 'Your calendar stays connected, and only the main one is used.' : 'Your calendars stay connected and go on as they are.'}`,
    other_account: () => 'You chose another Google account than the one that is connected here, so nothing has changed. Choose the connected account on Google’s page, or disconnect it first.',
    failed: () => 'The list of your calendars could not be read, so nothing has changed. Please try again.',
  },
} as const;
