/** Texts of the security section. */
export const securityMessages = {
  title: 'Security',
  text: 'Two-step sign-in, and where you are signed in.',

  secondFactor: 'Two-step sign-in',
  secondFactorLoading: 'Loading two-step sign-in',
  secondFactorFailed: 'Two-step sign-in could not be loaded',
  turnedOn: 'Two-step sign-in is on. You are signed out everywhere else.',
  turnedOff: 'Two-step sign-in is off',

  sessions: 'Where you are signed in',
  sessionsLoading: 'Loading where you are signed in',
  sessionsFailed: 'Where you are signed in could not be loaded',
  nowhereElse: 'You are signed in nowhere else.',
  ended: 'Signed out there',
  endFailed: 'The session could not be ended. Please try again.',
  signOut: 'Sign out',
  signOutHere: 'Sign out in this browser?',
  signOutHereBody: 'You can sign in again at any time.',
  signOutHereUnsaved: 'What you have not saved on this page is lost.',
  stay: 'Stay signed in',

  unchanged: 'Nothing has been changed.',
} as const;
