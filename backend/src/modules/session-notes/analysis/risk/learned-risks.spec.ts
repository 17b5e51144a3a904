import { labelledSets } from './learned-risks';
import { learnWeights } from './risk-learning';

it('the same sentences give the same weights', () => {
  const cases = labelledSets().flatMap((set) => set.cases);
  const [first, second] = [learnWeights(cases), learnWeights(cases)];
  expect([...second.rows]).toEqual([...first.rows]);
  expect(Buffer.compare(Buffer.from(second.values.buffer), Buffer.from(first.values.buffer))).toBe(0);
  expect(first.rows.size).toBeGreaterThan(10_000);
});
