import { intervalOf, medianWithInterval } from './statistics.mjs';
import { takeTurns } from './time-tap.mjs';

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
