/** Sentences for the operator; ids and numbers only. */
export const foreignNote = (id: string): string =>
  `The session note ${id} is not as its therapist left it: its row was changed in the table. Nobody but the therapist is shown it, and the language model does not get it.`;
export const foreignVersion = (id: string): string => `The version ${id} of a session note was changed in the table, or added there.`;
export const missingVersion = (noteId: string, version: number): string => `Version ${version} of the session note ${noteId} is missing from its history.`;
export const earlierNote = (id: string): string => `The session note ${id} is an earlier state of itself: the activity log knows a later version, so its row was put back in the table.`;
export const lostNote = (id: string): string => `The session note ${id} is gone, and no entry of the activity log says that somebody deleted it.`;
