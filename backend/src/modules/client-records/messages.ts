/** Sentences people read. */
export const noSuchClient = 'This is none of your clients.';
export const changedElsewhere = 'What you keep about this client was changed somewhere else meanwhile. Please look at it first.';
export const remarkTooLong = (most: number) => `A remark has at most ${most.toLocaleString('en')} characters.`;
export const sameRecord = 'This is the same record.';
export const mergedAlready = 'One of the two is merged with another record. Please separate those first.';
export const notSeparable = (days: number) => `These two are not merged, or more than ${days} days ago: then they stay together.`;
