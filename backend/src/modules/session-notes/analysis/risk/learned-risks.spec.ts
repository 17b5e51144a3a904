import { labelledSets, learnedRisk } from './learned-risks';
import { plainWords } from './plain-words';
import { learnWeights } from './risk-learning';

const SETS = labelledSets();

it('the same sentences give the same weights', () => {
  const learn = () => learnWeights(SETS.flatMap(({ cases }) => cases));
  const weights = learn();
  expect([...learn()]).toEqual([...weights]);
  expect(weights.size).toBeGreaterThan(1_000);
});

it.each(['eighth.json', 'eleventh.json', 'twelfth.json'])('weights that have not seen a set find most of it, and little else: %s', (left) => {
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
  const plain = SETS.find(({ name }) => name === 'plain.json')!.cases;
  const others = SETS.filter(({ name }) => name !== 'plain.json').flatMap(({ cases }) => cases);
  const alarms = [0, 1].flatMap((half) => {
    const weights = learnWeights([...others, ...plain.filter((_, index) => index % 2 === half)]);
    return plain.filter(([, text], index) => index % 2 !== half && learnedRisk(plainWords(text), weights) !== undefined);
  });
  process.stdout.write(`ordinary sentences that are taken for cues: ${alarms.length} of ${plain.length}\n`);
  expect(alarms.length / plain.length).toBeLessThan(0.05);
});
