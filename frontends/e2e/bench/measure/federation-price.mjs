import { SlowLine } from './slow-line.mjs';
import { intervalOf, medianWithInterval } from './statistics.mjs';
import { takeTurns } from './time-tap.mjs';

const DELAY_MS = 100;

/**
 * How long until a time can be tapped when every answer takes 100 ms longer: the product, and the same code as one build
 * without federation, in turns.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./report.mjs').Report} report
 * @param {{ federated: string, single: string, path: string, pairs: number }} run origins of the two products
 */
export async function compareWithSingleBuild(browser, report, { federated, single, path, pairs }) {
  const lines = [new SlowLine(federated, DELAY_MS), new SlowLine(single, DELAY_MS)];
  try {
    const addresses = [];
    for (const line of lines) addresses.push((await line.open()) + path);
    const [ours, theirs] = await takeTurns(browser, addresses, pairs);
    const ratio = (pick) => medianWithInterval(ours.map((time, index) => pick(time) / pick(theirs[index])));
    const times = ratio((time) => time.times);
    const services = ratio((time) => time.services);
    const say = ({ median, low, high }, digits) => `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
    report.section(`${path} with ${DELAY_MS} ms before every answer, ${pairs} interleaved pairs, median [95 % interval]`);
    report.words('federated, ms until a time can be tapped', say(medianWithInterval(ours.map((time) => time.times)), 0));
    report.words('one build without federation, ms', say(medianWithInterval(theirs.map((time) => time.times)), 0));
    report.figure('federated / one build, time can be tapped', times.median, { atMost: 1.15, digits: 3, note: intervalOf(times) });
    report.figure('federated / one build, services are there', services.median, { digits: 3, note: intervalOf(services) });
  } finally {
    for (const line of lines) await line.close();
  }
}
