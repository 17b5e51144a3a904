export const cannotBeOpened = 'Cannot be opened';
export const doNotOpen =
  'These answers cannot be opened: in the database they are not where your client gave them. Nothing is lost by trying again later; please tell whoever runs this installation.';
export const notCompleted = 'There are no answers here.';
/** Heads of a file's columns. */
export const COLUMNS = ['Completed (UTC)', 'Client', 'Signed by', 'Version'];
export const SCORE_COLUMNS = ['Score', 'Severity'];
export const tooManyExports = 'You can export answers 20 times an hour. Please try again later.';
