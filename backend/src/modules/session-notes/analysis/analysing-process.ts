import { serve } from '../../../common/process/limited-child-process';
import type { NoteAnalysis } from './analysis';
import { RuleBasedAnalyser } from './rule-based-analyser';

export interface AnalysingQuestion {
  text: string;
}
export type AnalysingAnswer = { analysis: NoteAnalysis } | { failed: true };

const analyser = new RuleBasedAnalyser();

serve(({ text }: AnalysingQuestion): Promise<AnalysingAnswer> =>
  analyser.analyse(text).then(
    (analysis) => ({ analysis }),
    () => ({ failed: true }),
  ),
);
