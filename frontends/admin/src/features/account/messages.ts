/** Texts of the administrator's account. */
export const accountMessages = {
  title: 'Account',
  password: 'Password',
  current: 'Current password',
  next: 'New password',
  nextHint: 'At least 12 characters. Your other sessions end.',
  currentMissing: 'Please enter your current password',
  nextShort: 'A password has 12 to 200 characters.',
  change: 'Change password',
  changed: 'Password changed',
  changeFailed: 'The password could not be changed. Please try again.',
  sessions: 'Where you are signed in',
  sessionsFailed: 'Failed to load your sessions',
  ended: 'Signed out there',
  endFailed: 'The session could not be ended. Please try again.',
  secondFactor: 'Two-step sign-in',
  secondFactorFailed: 'Two-step sign-in could not be loaded',
} as const;
