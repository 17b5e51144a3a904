import { labelledSets, LabelledSentence } from '../../src/modules/session-notes/analysis/risk/learned-risks';
import { riskCuesOf } from '../../src/modules/session-notes/analysis/risk/risk-cues';
import { learnWeights, Weights } from '../../src/modules/session-notes/analysis/risk/risk-learning';

const SETS = labelledSets();

function weightsWithout(left: readonly string[]): Weights {
  return learnWeights(SETS.filter(({ name }) => !left.includes(name)).flatMap(({ cases }) => cases));
}

function casesOf(names: readonly string[]): LabelledSentence[] {
  return SETS.filter(({ name }) => names.includes(name)).flatMap(({ cases }) => cases);
}

it('of cues whose authors were not learned from nineteen in twenty are found, and one cue in four at most is none', () => {
  // The rules were not mended for these sets when they were first read, or only for some of their sentences.
  const unseen = ['eighth.json', 'twelfth.json', 'thirteenth.json', 'fourteenth.json', 'sixteenth.json', 'seventeenth.json'];
  let [found, missed, tooMany] = [0, 0, 0];
  for (const left of [unseen.slice(0, 2), unseen.slice(2, 4), unseen.slice(4)]) {
    const weights = weightsWithout(left);
    for (const name of left) {
      const counts = { found: 0, missed: 0, tooMany: 0 };
      for (const [label, text] of casesOf([name])) {
        const isShown = riskCuesOf(text, '', weights).length > 0;
        if (!label.startsWith('-')) counts[isShown ? 'found' : 'missed'] += 1;
        else if (isShown) counts.tooMany += 1;
      }
      process.stdout.write(`rules and weights that have not seen ${name}: recall ${(counts.found / (counts.found + counts.missed)).toFixed(3)}, precision ${(counts.found / (counts.found + counts.tooMany)).toFixed(3)}\n`);
      found += counts.found;
      missed += counts.missed;
      tooMany += counts.tooMany;
    }
  }
  process.stdout.write(`rules and weights that have not seen any of them: recall ${(found / (found + missed)).toFixed(3)}, precision ${(found / (found + tooMany)).toFixed(3)}\n`);
  expect(found / (found + missed)).toBeGreaterThanOrEqual(0.95);
  expect(found / (found + tooMany)).toBeGreaterThan(0.75);
});

it('of ordinary sentences that were not learned from one in six at most is shown', () => {
  const plain = casesOf(['plain.json']);
  const weights = weightsWithout(['plain.json', 'ordinary.json']);
  const shown = plain.filter(([, text]) => riskCuesOf(text, '', weights).length > 0);
  process.stdout.write(`ordinary sentences that are taken for cues: ${shown.length} of ${plain.length}\n`);
  expect(shown.length / plain.length).toBeLessThan(1 / 6);
});
