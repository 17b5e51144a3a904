/** Sentences people read. */
export const tooManyWrongCodes = 'Too many wrong codes were entered from your connection. Please try again later.';
export const tooManyCodesAsked = 'Too many codes were asked for from your connection. Please try again later.';

/** For the operator, on the status page and in the worker's log. */
export const wrongCodesAlarm = (count: number) => `${count} wrong codes in the last hour: somebody may be guessing. Nobody is kept out; look where they come from.`;
export const codesAskedAlarm = (count: number) => `${count} codes asked for in the last hour: somebody may be flooding inboxes. Nobody is kept out; look where they come from.`;
