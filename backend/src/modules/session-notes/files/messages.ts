export const MAX_FILE_MB = 20;
export const MAX_FILES = 50;

export const fileMissing = 'Send one file in the field "file".';
export const fileEmpty = 'This file is empty.';
export const fileTooLarge = `This file is too large. Please use one of at most ${MAX_FILE_MB} MB.`;
export const fileFormat = 'This is not a file that a note can have. Please use a JPEG, PNG or WebP picture, or a PDF.';
export const tooManyFiles = `A note can have at most ${MAX_FILES} files. Please add the rest to another note.`;
export const noSpaceLeft = (megabytes: number): string =>
  `Your files take all of the ${megabytes.toLocaleString('en')} MB that they may. Please delete some that you need no more, or ask whoever runs this installation for more.`;
export const uploadedTooOften = (perHour: number): string => `You can upload ${perHour.toLocaleString('en')} files an hour. Please try again later.`;
export const hardFiles = 'Files of yours took too long to open. Please try again in a few minutes, with smaller or simpler ones.';
export const sentTooSlowly = 'Your file comes slowly over this connection, and others wait to send theirs. Please try again in a minute.';
export const uploadsWait = 'Many files are being uploaded right now. Please try again in a moment.';
export const downloadsWait = 'Many files are being fetched right now. Please try again in a moment.';
export const downloadedTooOften = 'Files were fetched very often within the hour. Please try again later.';
export const drawnTooOften = 'Very many pages were looked at within the hour. Please try again later.';
export const pagesWait = 'Many pages are being drawn right now. Please try again in a moment.';
export const notShown = 'This page takes too long to be shown. Download the file to look at it.';
export const retriedTooOften = 'Files were read again very often within the hour. Please try again later.';
export const storageAway = 'Files cannot be kept or fetched just now. The note itself is safe. Please try again in a moment.';
export const fileLost = 'This file cannot be opened: it was changed or is missing in the storage. Please tell whoever runs this installation.';
export const shutOut = 'Please sign in again.';
export const noSuchFile = 'There is no such file.';
export const noSuchPage = 'This file has no such page.';
export const notInError = 'This file is not waiting for another try.';
export const signedKeepsFiles = 'This note is signed, so its files stay as they are. Unlock it with a reason first.';
export const unopenedName = 'This name cannot be opened';

/** Why a file is refused, or could not be read, in words for the one who added it. */
export const REASONS: Readonly<Record<string, string>> = {
  encrypted: 'This PDF asks for a password. Please save it without one and add it again.',
  pages: 'This PDF has more than 30 pages. Please split it.',
  pixels: 'This picture has more than 50 megapixels. Please use a smaller one.',
  broken: 'This file is damaged and cannot be read.',
  effort: 'This file takes too long to read. Please use a smaller or simpler one.',
  lost: fileLost,
  interrupted: 'The reading of this file was interrupted again and again. Please try once more.',
};
export const unreadable = 'This file could not be read.';
export const notExported = (id: string): string => `The file ${id} of a note does not open, or is not in the storage.`;
export const notImported = (id: string): string => `The file ${id} of a note, which is not in the export, with what was read of it.`;
