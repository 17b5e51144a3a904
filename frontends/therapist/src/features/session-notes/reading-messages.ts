import type { FilePage } from './file-reading.api';

/** Why a page was read on this machine though a language model is set up. */
const INSTEAD: Record<string, string> = {
  private_note: 'this note is private',
  switched_off: 'an administrator has switched the language model off',
  daily_limit: 'the language model was asked as often as is allowed within a day',
  daily_limit_in_all: 'today’s questions to the language model are used up for everybody here',
};

/** Texts about what was read of a note's files. */
export const readingMessages = {
  region: 'Text',
  title: (page: number, pages: number | null) => (pages === null || pages === 1 ? 'Text of the page' : `Text of page ${page} of ${pages}`),
  loading: 'Loading the text',
  loadFailed: 'The text could not be loaded.',
  loadFailedHint: 'Nothing has been changed. Please try again in a moment.',
  progress: 'Reading',
  progressOf: (read: number, pages: number | null) => (pages === null ? 'Waiting to be read' : `Page ${Math.min(read + 1, pages)} of ${pages}`),
  notYet: 'This page is not read yet.',
  failed: 'This file could not be read',
  retry: 'Retry',
  retryFailed: 'The file cannot be read again now.',
  low: 'Handwriting, low confidence, please correct',
  lowText: 'The words below are guesses. Compare them with the page and correct them; what you correct is what is searched and summarised.',
  engine: ({ engine, confidence, instead_of_vision }: FilePage) => {
    if (engine === 'text-layer') return 'The text that stands in the file';
    const sure = confidence === null ? '' : `, ${confidence} % sure`;
    if (engine === 'vision') return `Read by the language model${sure}`;
    const why = instead_of_vision === null ? '' : `, since ${INSTEAD[instead_of_vision] ?? 'the language model gave no answer'}`;
    return `Read on this machine (Tesseract)${sure}${why}`;
  },
  unsure: (count: number) => (count === 1 ? '1 word is marked: please check it.' : `${count} words are marked: please check them.`),
  unsureWord: (confidence: number) => `${confidence} % sure`,
  empty: 'No text was found on this page.',
  corrected: 'Corrected by you',
  showRead: 'Show what was read',
  hideRead: 'Hide what was read',
  asRead: 'As it was read',
  correct: 'Correct',
  field: 'Corrected text',
  fieldHint: 'What was read is kept beside it.',
  save: 'Save Correction',
  cancel: 'Cancel',
  saved: 'Correction saved',
  saveFailed: 'Failed to save the correction',
  conflictTitle: 'This page was corrected elsewhere meanwhile',
  conflictText: 'Nothing is lost: both corrections stand below. Save yours as the newest, or take the saved one.',
};
