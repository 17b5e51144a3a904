import { SlowLine } from './slow-line.mjs';
import { medianWithInterval } from './statistics.mjs';
import { openUntilTimeCanBeTapped, PHONE } from './time-tap.mjs';

const DELAY_MS = 100;
const WARM_UP = 2;

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

/**
 * How long a slow phone on a slow line takes until services are there and a time can be tapped: this product and an earlier one, in turns.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./report.mjs').Report} report
 * @param {{ product: string, earlier: string, pairs: number }} run addresses of the two booking pages
 */
export async function compareWithEarlier(browser, report, { product, earlier, pairs }) {
  const [ours, theirs] = await takeTurns(browser, [product, earlier], pairs, true);
  report.section(`The booking page on a slow phone, ${pairs} interleaved pairs, median [95 % interval]`);
  for (const [what, pick, targets] of [['services are there', (time) => time.services, {}], ['a time can be tapped', (time) => time.times, { atMost: 1 }]]) {
    const ratio = medianWithInterval(ours.map((time, index) => pick(time) / pick(theirs[index])));
    report.words(`${what}, s, this product and the earlier`, [ours, theirs].map((times) => (medianWithInterval(times.map(pick)).median / 1000).toFixed(2)).join('  '));
    report.figure(`${what}, this product / the earlier`, ratio.median, { ...targets, digits: 3, note: intervalOf(ratio) });
  }
}

const intervalOf = ({ low, high }) => `[${low.toFixed(3)}–${high.toFixed(3)}]`;

/** Each pair back to back, its order turned every time. */
async function takeTurns(browser, [federated, single], pairs, isSlow = false) {
  const ours = [];
  const theirs = [];
  for (let pair = -WARM_UP; pair < pairs; pair += 1) {
    const turns = [[federated, ours], [single, theirs]];
    if (pair % 2 !== 0) turns.reverse();
    for (const [address, times] of turns) {
      const time = await openUntilTimeCanBeTapped(browser, address, PHONE, isSlow);
      if (pair >= 0) times.push(time);
    }
  }
  return [ours, theirs];
}
