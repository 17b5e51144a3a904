/** Texts of the page between a logout and the end of the session on the server. */
export const logoutMessages = {
  leaving: 'Signing out',
  title: 'You are signed out on this screen',
  waiting:
    'Nothing of the account shows here any more. Attune cannot be reached right now, so the session on the server has not ended yet. It ends as soon as the connection is back.',
  kept: 'Please keep this page open until then. If it is closed earlier, the session ends when Attune is next opened in this browser, before anything shows, or by itself after some time without use.',
  unkept:
    'Please keep this page open until then: this browser does not let Attune remember that you signed out. If the page is closed earlier, whoever opens Attune in this browser may see the account, until the session ends by itself after some time without use.',
  tryNow: 'Try again now',
  trying: 'Trying…',
  failedAt: (time: string) => `The last try was at ${time}. The next one follows by itself.`,
} as const;
