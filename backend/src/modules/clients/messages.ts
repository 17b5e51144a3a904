/** Sentences people read. */
export const accountNotFound = 'Account not found. Please register first.';
export const alreadyRegistered = 'Email already registered. Please login instead.';
export const addressDisputed = 'This address cannot be used at the moment. Please contact your therapist or support.';
export const requiredFields = 'Please fill in required fields';
export const deactivated = 'This account has been deactivated. Please contact support.';

export const codeForm = 'Please enter the 6 digits of the code';
export const codeOrLink = 'Send either the email address with its code, or the token of the link, in another browser with the email address.';
export const wrongCode = (triesLeft: number) => `This code is not right. You have ${triesLeft === 1 ? 'one try' : `${triesLeft} tries`} left.`;
export const triesUsedUp = 'This code was entered wrongly too often, so it no longer works. Please ask for a new one.';
export const codeExpired = 'This code has expired. Please ask for a new one.';
export const codeUsed = 'This code was used already. Please ask for a new one.';
export const noCode = 'No code was asked for in this browser. Please ask for one here and enter the code from that mail.';
export const linkOver = 'This link has expired or was used already. Please ask for a new code.';
export const linkElsewhere = 'This link was not asked for in this browser. Please enter the email address it was sent to.';
export const linkNotOf = 'This link was not sent to this address, or it has expired or was used already.';
export const othersSession = 'Somebody else is signed in in this browser.';
export const resendWait = (seconds: number) =>
  `A code was sent a moment ago. You can ask for a new one in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;

export const bornInTheFuture = 'The date of birth must not be in the future';
export const birthDateForm = 'The date of birth must be a date such as 1990-03-14';
export const ownAddress = 'This is your address already.';
export const addressTaken = 'This address belongs to another account in the meantime. Your address was not changed.';
export const changedMeanwhile = 'This address was registered at the same moment. Please try again.';
export const objectionOver = 'This link has expired or was used already. Please contact support if you did not change your address.';
export const closingWaits = (until: string) =>
  `Your address was changed a few days ago, and the old address can object until ${until}. After that you can close your account.`;
export const noClientOfYours = 'This is none of your clients.';
export const mergedAlready = 'One of the two is merged with another record. Please separate those first.';
export const tooManyMerged = (most: number) => `At most ${most} records can be merged into one.`;
export const notSeparable = (days: number) => `These two are not merged, or more than ${days} days ago: then they stay together.`;
export const copiesWait = 'Other copies of records are being made right now. Please try again in a moment.';
export const tooManyCopies = 'Many copies of records were made in the last hour. Please try again later.';
export const COPY_TITLE = 'Record of a client';
export const noSuchBrowser = 'This browser is not trusted (any more).';
export const foreignRegistration = (id: string) =>
  `The client account ${id} says that nobody has proved its address, and this product did not write that; no browser signs in to it without a code.`;
export const foreignFormer = (id: string) => `That the person ${id} turned out to be another one was written by somebody else than this product; nobody reads their part of the log as their own.`;
export const foreignAddressChange = (id: string) =>
  `The change of address ${id} was written or changed by somebody else than this product, or was undone and put back; its link opens nothing.`;
export const foreignTrust = (id: string) => `The trusted browser ${id} was written by somebody else than this product, or ended and put back; it is asked for a code.`;

/** Mails. Subjects name no secret: a subject is read over a shoulder, on a lock screen. */
export const CODE_SUBJECT = { sign_in: 'Your sign-in code', proof: 'Your confirmation code', address_change: 'Confirm your new address' } as const;
export const CODE_OPENING = {
  sign_in: 'Here is the code to sign in to your client portal.',
  proof: 'Here is the code to confirm that it is you.',
  address_change: 'Here is the code that makes this the address of your client portal.',
} as const;
export const GREETING = 'Hello,';
export const CODE_LABEL = 'Code';
export const CODE_HOLDS = 'It can be used once, within 10 minutes, in the browser that asked for it.';
export const CODE_LINK = 'Or sign in with this link';
const NOBODY_IN = 'Somebody typed your address. Do nothing, and tell nobody the code, whoever asks: without it nobody gets in.';
export const NEVER_TELL = {
  sign_in: NOBODY_IN,
  proof: NOBODY_IN,
  address_change: 'Somebody typed your address. Do nothing, and tell nobody the code, whoever asks: without it nothing changes.',
} as const;
export const LINK_SUBJECT = 'Your sign-in link';
export const LINK_OPENING = 'Here is a link to sign in to your client portal. So many codes were asked for with your address in the last hour that this email has none.';
export const LINK_ALONE = 'Sign in with this link';
export const LINK_HOLDS = 'It can be used once, within 10 minutes. A browser other than the one that asked for it also asks for your email address.';
export const NEVER_PASS_ON = 'Somebody typed your address. Do nothing, and pass the link on to nobody, whoever asks: without it nobody gets in.';
export const FOOTER = 'Sent by Attune because this address was given for a client portal.';

export const TAKEN_SUBJECT = 'About your client portal';
export const TAKEN_NOTE =
  'Somebody wanted to use this address for another client portal. It already belongs to yours, so nothing was changed.';
export const TAKEN_NOTHING = 'Somebody typed your address, by mistake or on purpose. You need not do anything: your portal opens with codes that are mailed to you alone.';

export const OBJECTION_SUBJECT = 'The address of your client portal was changed';
export const OBJECTION_NOTE = 'Your client portal has a new address. Mails about it no longer come here, and signing in with this address has ended.';
export const OBJECTION_LINK = 'Put this address back';
export const OBJECTION_HOLDS =
  'Put this address back with the link above within 7 days. It makes this your address again and ends every sign-in. If you made the change yourself, you need not do anything.';
export const TRUSTED_SUBJECT = 'A browser is trusted for your client portal';
export const TRUSTED_NOTE = 'A browser signs in to your client portal without a code from now on, for 90 days.';
export const TRUSTED_BROWSER = 'Browser';
export const TRUSTED_HOLDS = 'If it was you, you need not do anything. You see all trusted browsers in your account, and can end their trust there at any time.';
export const TRUSTED_LINK = 'Open your account';
export const TRUSTED_NOT_YOU =
  'Open your account with the link above, and press “Stop trusting” beside the browser that you do not know: it is signed out with it. Tell nobody a code that we mail you, in no form and on no telephone.';
export const CLOSED_SUBJECT = 'Your client portal was closed';
export const CLOSED_NOTE = 'The account of your client portal was closed. Every sign-in has ended, and this is the last mail about it.';
export const CLOSED_STAYS = 'What your therapists must keep stays with them. Appointments that are booked stand.';
export const CLOSED_NOT_YOU =
  'Somebody had your portal open, or reads your mail. Please tell your therapists, by a number that you have from them, and change the password of your mailbox. You can register again with this address; the new account begins empty.';
/** @param what of a client's own record, in the plural @param most so many of each practice are in the copy */
export const leftOutOfCopy = (count: number, what: string, most: number): string =>
  `Of practices that you have not confirmed, this copy holds the newest ${most} ${what} each. ${count === 1 ? 'One older one is' : `${count.toLocaleString('en')} older ones are`} not in it; confirm the practice in the portal to have all of them.`;
export const sharedTooOften =
  'This client has not confirmed yet that they come to you, and has been shown a lot already. Nothing is lost: please show it later, or once they have confirmed it in their portal.';
export const fetchedTooOften = 'You have asked very often today for what stayed with an earlier address. Please try again tomorrow.';
export const lookedTooOften = 'This page was opened very often within the hour. Please try again later.';
export const openedTooOften = 'Notes and care plans were opened very often within the hour. Please try again later.';

/** Of a practice that somebody never went to, who goes to others. */
export const notGoneTo = (since: Date): string =>
  `This is not a practice that you have gone to before. It is at Attune since ${since.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}.`;
export const ANOTHER_THAN = ' It is another one than the ';
export const YOU_GO_TO = ' you go to.';

export const END_MAILS = 'No more mail from this practice';
export const noSuchLink = 'This link does not work. It may be incomplete.';
export const tooManyLinks = 'There were very many tries from here. Please try again in an hour.';
export const codeGiven = 'What you have typed holds the code that signs in to your portal. Give it to nobody: it is worth nothing any more, and a new one comes when you sign in.';
