/** Texts of the second step of a therapist's sign-in. */
export const secondFactorMessages = {
  codeTitle: 'One more step',
  codeText: 'Enter the code from your authenticator app to finish signing in.',
  lost: 'Lost both the app and the recovery codes? Contact support, who can turn two-step sign-in off for you.',
  setupTitle: 'Set up two-step sign-in',
  setupText: 'Besides Google, everybody here signs in with a code from an app. Setting it up takes a minute, once.',
  codesTitle: 'Your recovery codes',
  verify: 'Sign in',
  cancel: 'Cancel sign-in',
  continue: 'Continue',
  loading: 'Preparing two-step sign-in',
  failed: 'Something went wrong. Please try again.',
  tryAgain: 'Try again',
} as const;
