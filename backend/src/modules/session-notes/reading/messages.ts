import { MAX_PAGE_TEXT } from '../../../integrations/ocr/page-text';

export const noSuchPage = 'There is no such page, or it is not read yet.';
export const correctedElsewhere = 'This page was corrected elsewhere meanwhile, so your correction is not saved. Nothing is lost: look at the other one, or save yours as the newest.';
export const signedNotCorrected = 'This note is signed, so what was read of its files is not corrected any more. Unlock it with a reason first.';
export const correctionTooLong = `A page can have at most ${MAX_PAGE_TEXT.toLocaleString('en')} characters.`;
export const restNotRead = 'This file has more text than is read of one file, or of all files of one note. The rest was not read.';
export const correctionsTooLong = 'The corrections of this file, or of all files of this note, are too long. Nothing was saved; please shorten this one.';
export const correctionTooLarge = 'This page is too large.';
export const versionForm = 'The version of a page is a whole number from 1 on.';
export const correctedTooOften = 'Pages were corrected very often within the hour. Please try again later; what you typed is kept here.';
