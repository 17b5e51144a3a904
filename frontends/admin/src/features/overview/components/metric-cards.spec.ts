import type { Metrics } from '../../../wire';
import { ratioLabel } from './metric-cards';

const metrics = (total_therapists: number, client_to_therapist_ratio: number) =>
  ({ total_therapists, client_to_therapist_ratio }) as Metrics;

test('the ratio has one decimal, and is 0 where there are no therapists', () => {
  expect(ratioLabel(metrics(4, 2.4))).toBe('2.4');
  expect(ratioLabel(metrics(4, 2))).toBe('2.0');
  expect(ratioLabel(metrics(3, 1666.6666))).toBe('1,666.7');
  expect(ratioLabel(metrics(0, 0))).toBe('0');
});
