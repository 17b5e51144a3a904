import type { NoteAnalysis } from './analysis';

export interface AnalyseOptions {
  /** Ends the work early: the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Makes a draft analysis of a note's text. Nothing in a result is invented: what it says, it cites. */
export abstract class NoteAnalyser {
  abstract analyse(text: string, options?: AnalyseOptions): Promise<NoteAnalysis>;
}
