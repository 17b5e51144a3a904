/** How the way to Google ended. */
export const returnMessages = {
  connected: 'Google Calendar was connected successfully',
  failed: 'Failed to connect Google Calendar. Please try again.',
  reasons: {
    denied: 'Google was told not to give access. If you want to connect, choose Continue on Google’s page.',
    scope: 'A permission was not ticked on Google’s page. Attune needs all of them: to see which calendars you have, when you are busy, and to write your appointments.',
    unverified: 'Google did not confirm the email address of this account. Confirm it in your Google account first, or choose another account.',
    account_taken: 'This Google account is connected by another therapist of this practice already. Choose another account at Google, or ask them to disconnect it first.',
  },
} as const;
