export const reasonRequired = 'Please say why the note is unlocked.';
export const reasonTooLong = 'The reason can have at most 500 characters.';
export const amendmentRequired = 'Please enter the amendment.';
export const amendmentTooLong = 'An amendment can have at most 20,000 characters.';
export const notSigned = 'This note is not signed. It can be changed as it is.';
export const changedElsewhere = 'This note was changed elsewhere meanwhile. Please look at it once more.';
export const tooManyDeeds = 'This note was signed, unlocked and amended very often, or at great length. Please begin a new note.';
export const deedsTooOften = 'Notes were signed, unlocked and amended very often within the hour. Please try again later.';
