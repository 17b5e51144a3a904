import type { Queryable } from '../database/database';
import { noteOnMethod } from '../process/decorated-methods';
import type { Work } from '../work/work';

/** A file of an export, beside the rows. */
export interface PracticeFile {
  /** Folders and name as people read them; whoever writes the file makes a path of them. */
  folder: readonly string[];
  name: string;
  /** The row that it is the content of. */
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

/** Marks a method that lets go of what a practice has outside, before any of its rows are taken. May run again. It is called outside of any unit of work. */
export function LeavesWithPractice() {
  return noteOnMethod<(therapistId: string) => Promise<void>>(LEAVES, true);
}

/** Marks a method that says in a sentence why a practice cannot be deleted now; nothing where it can. */
export function HoldsPractice() {
  return noteOnMethod<(therapistId: string, on: Queryable) => Promise<string | undefined>>(HOLDS, true);
}
