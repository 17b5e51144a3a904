export const cannotBeOpened = 'Cannot be opened';
export const doNotOpen =
  'These answers cannot be opened: in the database they are not as your client gave and signed them. Nothing is lost by trying again later; please tell whoever runs this installation.';
export const notAsSigned = (id: string): string => `The answers to the form ${id} are not the ones that were signed: some were changed, put back or taken out in the database.`;
export const notCompleted = 'There are no answers here.';
/** Heads of a file's columns. */
export const COLUMNS = ['Completed (UTC)', 'Client', 'Signed by', 'Version'];
export const SCORE_COLUMNS = ['Score', 'Severity'];
export const exportsWait = 'Other answers are being exported right now. Please try again in a moment.';
export const tooManyExports = 'You can export answers 20 times an hour. Please try again later.';
export const SELF_HARM = 'Item 9, thoughts of death or self-harm';
