import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { learnedRisk, packed, unpacked } from './learned-risks';
import { plainWords } from './plain-words';
import { learnWeights } from './risk-learning';
import { RISK_WEIGHTS } from './risk-weights';

const SETS = readdirSync(__dirname)
  .filter((name) => name.endsWith('.cases.json'))
  .sort()
  .map((name) => ({ name, cases: JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as [string, string][] }));
const HEAD = '/** What `learnWeights` makes of the labelled sentences beside this file: `LEARN=1 npm test -- --only=backend learned-risks` makes it anew. */';

it('the weights are those that the labelled sentences give', () => {
  const text = packed(learnWeights(SETS.flatMap(({ cases }) => cases)));
  if (process.env['LEARN'] === '1') writeFileSync(join(__dirname, 'risk-weights.ts'), `${HEAD}\nexport const RISK_WEIGHTS = ${JSON.stringify(text)};\n`);
  expect(text === RISK_WEIGHTS || process.env['LEARN'] === '1').toBe(true);
});

it('weights are packed without a loss', () => {
  const weights = unpacked(RISK_WEIGHTS);
  expect(packed(weights)).toBe(RISK_WEIGHTS);
  expect(weights.size).toBeGreaterThan(1_000);
});

it.each(['risk-cues.eighth.cases.json', 'risk-cues.eleventh.cases.json', 'risk-cues.twelfth.cases.json'])('weights that have not seen a set find most of it, and little else: %s', (left) => {
  const weights = learnWeights(SETS.filter(({ name }) => name !== left).flatMap(({ cases }) => cases));
  const cases = SETS.find(({ name }) => name === left)!.cases;
  const found = (wanted: boolean) => {
    const of = cases.filter(([label]) => label.startsWith('-') !== wanted);
    return of.filter(([, text]) => learnedRisk(plainWords(text), weights) !== undefined).length / of.length;
  };
  const [recall, alarms] = [found(true), found(false)];
  process.stdout.write(`weights that have not seen ${left}: recall ${recall.toFixed(2)}, false alarms ${alarms.toFixed(2)}\n`);
  expect(recall).toBeGreaterThan(0.5);
  expect(alarms).toBeLessThan(0.15);
});

it('weights that have not seen half of the ordinary sentences take few of them for cues', () => {
  const plain = SETS.find(({ name }) => name === 'risk-cues.plain.cases.json')!.cases;
  const others = SETS.filter(({ name }) => name !== 'risk-cues.plain.cases.json').flatMap(({ cases }) => cases);
  const alarms = [0, 1].flatMap((half) => {
    const weights = learnWeights([...others, ...plain.filter((_, index) => index % 2 === half)]);
    return plain.filter(([, text], index) => index % 2 !== half && learnedRisk(plainWords(text), weights) !== undefined);
  });
  process.stdout.write(`ordinary sentences that are taken for cues: ${alarms.length} of ${plain.length}\n`);
  expect(alarms.length / plain.length).toBeLessThan(0.05);
});
