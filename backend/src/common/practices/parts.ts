import type { Queryable } from '../database/database';
import { noteOnMethod } from '../process/decorated-methods';
import type { Work } from '../work/work';
import type { ComingFile, ComingPractice } from './coming-practice';
import type { PracticeRow } from './practice-rows';

/** A file of an export, beside the rows. */
export interface PracticeFile {
  /** Folders and name as people read them; whoever writes the file makes a path of them. */
  folder: readonly string[];
  name: string;
  /** The row that it is the content of, by its key. */
  of?: { table: string; id: string };
  content: AsyncIterable<Buffer | string>;
}

/** Something that should be in an export and cannot be, in a sentence. */
export interface MissingFile {
  missing: string;
}

export type PracticeFiles = AsyncGenerator<PracticeFile | MissingFile, void>;

export const EXPORTS = 'attune:exports-of-practice';
export const TAKES = 'attune:takes-from-practice';
export const LEAVES = 'attune:leaves-with-practice';
export const HOLDS = 'attune:holds-practice';
export const MAKES = 'attune:makes-rows-of-practice';
export const KEEPS = 'attune:keeps-files-of-practice';
export const FINISHES = 'attune:finishes-practice';

/**
 * Marks a method that adds files to the export of a practice: `@ExportsOfPractice(3) exportFiles(therapistId)`. One is read after the other, to its end.
 * @param place the parts come in this order
 */
export function ExportsOfPractice(place: number) {
  return noteOnMethod<(therapistId: string) => PracticeFiles>(EXPORTS, place);
}

/**
 * Marks the method that takes a practice's rows out of a table for which a plain delete is too little: a few at a time, those in `work`, and before them what they name
 * outside of the database. May run again for what it took already. It returns how many rows it took: 0 when there are none left.
 */
export function TakesFromPractice(table: string) {
  return noteOnMethod<(therapistId: string, work: Work) => Promise<number>>(TAKES, table);
}

/**
 * Marks a method that lets go of what a practice has outside, before any of its rows are taken. May run again. It is called outside of any unit of work.
 * It returns a sentence about what could not be let go of: that keeps no practice here.
 */
export function LeavesWithPractice() {
  return noteOnMethod<(therapistId: string) => Promise<string | undefined>>(LEAVES, true);
}

/** Marks a method that says in a sentence why a practice cannot be deleted now; nothing where it can. */
export function HoldsPractice() {
  return noteOnMethod<(therapistId: string, on: Queryable) => Promise<string | undefined>>(HOLDS, true);
}

type Makes = (row: PracticeRow, coming: ComingPractice, work: Work) => PracticeRow | undefined | Promise<PracticeRow | undefined>;

/**
 * Marks the method that makes a row of this installation of one of an export: links, digests, and whatever else is no part of that. Texts of sealed columns are plain, and sealed
 * when the row is written. Rows of a table without one are written as they are. It returns undefined for a row that is left out.
 */
export function MakesRowsOfPractice(table: string) {
  return noteOnMethod<Makes>(MAKES, table);
}

/**
 * Marks the method that puts a file of an export where files lie here, before any row is written, and notes in `coming` what its row needs of that. All that it stores can be
 * taken back, see {@link ComingPractice.undo}.
 * @param table whose rows the files are the content of
 * @param rows further tables whose rows it asks for
 */
export function KeepsFilesOfPractice(table: string, ...rows: string[]) {
  return noteOnMethod<(file: ComingFile, coming: ComingPractice) => Promise<void>>(KEEPS, { table, rows: [table, ...rows] });
}

/**
 * Marks a method that does what is to be done once all rows of an imported practice are there, before they are marked.
 * @param place one comes after the other
 */
export function FinishesPractice(place: number) {
  return noteOnMethod<(coming: ComingPractice, work: Work) => Promise<void>>(FINISHES, place);
}
