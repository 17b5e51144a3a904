import { constants, setPriority } from 'node:os';
import type { NoteAnalysis } from './analysis';
import { RuleBasedAnalyser } from './rule-based-analyser';

/** What `AnalysingProcesses` is told of the text that it sent. */
export type AnalysingAnswer = { analysis: NoteAnalysis } | { failed: true };

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Reads one text after the other; the process lives as long as the one that sends them, however that ends. */
function serve(): void {
  // Everybody else's work comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.on('disconnect', die);
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const analyser = new RuleBasedAnalyser();
  process.on('message', (text: string) => {
    void analyser.analyse(text).then(
      (analysis) => process.send?.({ analysis } satisfies AnalysingAnswer),
      () => process.send?.({ failed: true } satisfies AnalysingAnswer),
    );
  });
}

serve();
