/** Sentences people read. */
export const signInFirst = 'Please sign in first.';
export const linkNotValid = 'This sign-in link is no longer valid. Please sign in again.';
export const deactivated = 'This account has been deactivated. Please contact support.';
export const wrongCode = 'That code is not right. A code works once and for about a minute; please enter the newest one.';
export const tooManyCodes = 'There were too many wrong codes. Please wait a few minutes and try again.';
export const changedTooOften = 'Your two-step sign-in was changed very often within an hour. Please wait a while.';
export const codeMissing = 'Please enter the code of your authenticator app';
export const alreadyOn = 'Two-step sign-in is on already.';
export const notOn = 'Two-step sign-in is not on.';
export const setUpFirst = 'Please begin setting up two-step sign-in first.';
export const signInAnew = 'Please sign out and in again first: two-step sign-in is set up within ten minutes of signing in.';
export const required = 'Two-step sign-in is required here and cannot be turned off.';
export const alreadySignedIn = 'You are signed in already.';
export const noSuchTherapist = 'There is no therapist with this email address.';
export const anotherAccount = 'Somebody else has signed in in this browser meanwhile, so nothing was done.';
export const noSuchSession = 'There is no such session.';

// Administrators.
export const bothNeeded = 'Please enter both username and password';
export const wrongCredentials = 'Invalid username or password.';
export const tooManyFailures = 'There were too many failed sign-ins. Please wait a few minutes and try again.';
export const hasherBusy = 'Too many people are signing in at once. Please try again in a moment.';
export const wrongPassword = 'That password is not right.';
export const passwordMissing = 'Please enter your password';
export const secondFactorFirst = 'Please set up two-step sign-in in your account first.';
export const wrongCurrentPassword = 'The current password is not right.';
export const currentPasswordMissing = 'Please enter your current password';
export const passwordLength = 'A password has 12 to 200 characters.';
export const passwordKnown = 'This is the password of development machines, which everybody knows. Please choose another.';
export const passwordSame = 'This is the current password. Please choose another.';
export const changedMeanwhile = 'The password was changed in the meantime. Please sign in again.';
export const noHint = 'There is nothing here.';

export const usernameForm = 'A username has 2 to 60 characters: a to z, 0 to 9, dots, hyphens and underscores, and begins with a letter or digit.';
export const usernameTaken = (username: string) => `There is an administrator named ${username} already.`;
export const foreignSession = (id: string, kind: string) => `The ${kind === 'admin' ? 'administrator’s session' : 'session'} ${id} was not made by this product, or was changed since; it opens nothing.`;
export const foreignSignIn = (id: string) => `The sign-in on its way ${id} was written or changed by somebody else than this product; it opens nothing.`;
export const foreignAdministrator = (id: string) => `The administrator ${id} was not made by this product, or was changed since, and cannot sign in.`;
export const notOpened = (username: string) =>
  `The administrator ${username} was not made by this product, or was changed since: somebody may have put another password in the place of theirs. ` +
  `Nothing was opened. Give the account a password of yours with \`npm run admin -- reset ${username}\`, or leave it closed.`;
export const noSuchAdministrator = (username: string) => `There is no administrator named ${username}.`;
export const developmentInProduction = (username: string) =>
  `The administrator ${username} has the password of development machines, which everybody knows; in production the server does not start with it. ` +
  `Give it another one with \`npm run admin -- reset ${username}\`, or close it with \`npm run admin -- disable ${username}\`.`;
export const secondFactorChanged = 'Two-step sign-in of this account was changed by somebody else than this product. Nobody is signed in. Please tell whoever runs it.';
export const foreignPerson = (id: string) => `Person or account ${id} has an address that this product did not give it; no code and no link goes there, and of a therapist no mail at all.`;
export const foreignAddressRow = (id: string) => `Whose address ${id} has was also written by somebody else than this product, which does not count.`;
export const addressGone = (id: string) => `The address that the log says ${id} changed to is not noted any more: somebody else than this product deleted it, and an earlier one would count.`;
export const addressUnknown = 'Nobody knows the therapist’s address: what this product noted of it is gone or was changed by somebody else, so nothing was sent.';
export const foreignTherapist = (id: string) => `Therapist ${id} was not made by this product, or was changed by somebody else; nobody signs in to it.`;
export const notAsClosed = (id: string) => `Therapist ${id} was closed or opened by somebody else than an administrator; to one that an administrator closed nobody signs in.`;
export const foreignSecondFactor = (id: string) => `Account ${id} and its two-step sign-in disagree: it was taken away or added by somebody else than this product.`;
export const sessionBack = (id: string, kind: string) => `The ${kind === 'admin' ? 'administrator’s session' : 'session'} ${id} is open, although the log says that it was ended: an earlier row was put back.`;
export const accountBack = (id: string, kind: string) => `The ${kind === 'admin' ? 'administrator' : 'therapist'} ${id}, or their two-step sign-in, is as it was before their last change in the log: an earlier row was put back.`;

export const factorNotice = {
  second_factor_enabled: 'Two-step sign-in of your account was turned on',
  second_factor_disabled: 'Two-step sign-in of your account was turned off',
  recovery_codes_renewed: 'The recovery codes of your account were made anew',
} as const;
export const factorNoticeGreeting = 'Hello,';
export const factorNoticeOwn = 'If that was you, there is nothing to do.';
export const factorNoticeForeign =
  'Sign in, end the sessions that you do not know in your account, turn two-step sign-in off and on again so that no earlier app or code counts, and change the password of your Google account. If you cannot sign in, tell whoever runs this practice’s Attune at once.';
export const factorNoticeLink = 'Open your account';
export const factorNoticeFooter = 'Sent by Attune because the way of signing in to your account was changed.';
