export const notCompleted = 'There are no answers here.';
/** Heads of a file's columns. */
export const COLUMNS = ['Completed (UTC)', 'Client', 'Signed by', 'Version'];
export const SCORE_COLUMNS = ['Score', 'Severity'];
export const tooManyExports = 'You can export answers 20 times an hour. Please try again later.';
