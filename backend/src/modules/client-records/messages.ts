/** Sentences people read. */
export const noSuchClient = 'This is none of your clients.';
export const changedElsewhere = 'What you keep about this client was changed somewhere else meanwhile. Please look at it first.';
export const remarkTooLong = (most: number) => `A remark has at most ${most.toLocaleString('en')} characters.`;
export const sameRecord = 'This is the same record.';
