export const savedAtForm = 'Please send when the draft was saved, as an instant.';
export const noSuchDraft = 'There is no draft.';
export const tooManyDrafts = (most: number): string => `${most} drafts of yours are kept already. Please save or discard some of them.`;
export const savedTooOften = 'Drafts were saved very often within the hour. Please save the note.';
