import { serve } from '../../../common/process/limited-child-process';
import type { NoteAnalysis } from './analysis';
import { findNames, FoundName, KnownPerson } from './model/known-names';
import { RuleBasedAnalyser } from './rule-based-analyser';

/** A text to be analysed; or, with people, one in which they are looked for. */
export interface AnalysingQuestion {
  text: string;
  people?: readonly KnownPerson[];
}
export type AnalysingAnswer = { analysis: NoteAnalysis } | { names: FoundName[] | undefined } | { failed: true };

const analyser = new RuleBasedAnalyser();

serve(async ({ text, people }: AnalysingQuestion): Promise<AnalysingAnswer> => {
  if (people) return { names: findNames(text, people) };
  return analyser.analyse(text).then(
    (analysis) => ({ analysis }),
    () => ({ failed: true }),
  );
});
