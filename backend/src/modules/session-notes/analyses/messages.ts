import { DomainError } from '../../../common/errors/domain-error';

export const MAX_SUMMARY = 5_000;

export const privateNote = 'This note is private. Private notes are not analysed.';
export const emptyNote = 'There is no text in this note that could be analysed.';
export const fileNotRead = 'This file is not read yet. It can be analysed when it is.';
export const fileUnreadable = 'This file could not be read, so there is nothing that could be analysed. Please try to read it again first.';
export const emptyFile = 'Nothing was found in this file that could be analysed.';
export const unopened = 'What was read of this file cannot be opened, so it is not analysed.';
export const noAnalysis = 'There is no such analysis. It may have been dismissed.';
export const notDone = 'This analysis is not finished yet.';
export const noteChanged = 'The note was changed after this analysis. Please analyse it again, so that the summary is of what the note says now.';
export const fileChanged = 'What was read of this file was corrected after this analysis. Please analyse it again, so that the summary is of what the file says now.';
export const summaryRequired = 'Please enter a summary.';
export const summaryTooLong = `The summary can have at most ${MAX_SUMMARY.toLocaleString('en')} characters.`;
export const tooOften = 'Notes were analysed very often within the hour. Please try again later.';

/** Why there is no result. */
export const FAILURES = {
  effort: 'This text could not be read within the time that there is.',
  interrupted: 'The analysis was interrupted.',
  unreadable: 'The text of this note, or of its file, cannot be opened.',
} as const;
export type AnalysisFailure = keyof typeof FAILURES;

export const namesReplaced =
  'The text is sent to the language model with the names that the record knows (client, therapist, and whom the client named in their forms) replaced by placeholders. Other names and details stay in it: it is not anonymous.';

/** @throws DomainError rule */
export function refusePrivate(isPrivate: boolean): void {
  if (isPrivate) throw new DomainError('rule', privateNote);
}
