import { Load } from './load.mjs';
import { cpuMicroseconds } from './process-cost.mjs';
import { median, medianRatio } from './ratio.mjs';

const WARM_UP_LIMIT_MS = 30_000;

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {(connection: number, turn: number) => Buffer} [requestOf] instead of the scenario's
 * @property {number} [requestsPerUnit] instead of the scenario's
 * @property {() => Promise<void>} [beforeRound] puts back what the rounds leave behind and no real day does
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} connections
 * @property {number} expectedStatus
 * @property {number} [warmUpShare] of the plan's warm-up, for units that are heavy
 * @property {number} requestsPerUnit answers that make one unit of the rate (2 when a page needs two requests)
 * @property {(connection: number, turn: number) => Buffer} requestOf
 *
 * @typedef {object} Measured
 * @property {Scenario} scenario
 * @property {Record<string, { units: number, rate: number, cpu: number | undefined }[]>} samples of every round
 * @property {Record<string, { rate: number, cpu: number | undefined }>} medians units a second; CPU microseconds a unit
 * @property {(above: string, below: string) => { rate: import('./ratio.mjs').Ratio, cpu: import('./ratio.mjs').Ratio | undefined }} compare
 */

/** Each order has the first two next to each other, and every one comes first and last as often as the others allow. */
function orderOf(round, contenders) {
  const [first, second, ...rest] = contenders;
  const pair = round % 2 === 0 ? [first, second] : [second, first];
  return round % 4 < 2 ? [...pair, ...rest] : [...rest, ...pair];
}

/**
 * Short rounds, interleaved, so that whatever else the machine does meets all contenders alike.
 * @param {Scenario} scenario @param {Contender[]} contenders the pair to compare first
 * @param {{ rounds: number, roundMs: number, warmUpUnits: number }} plan
 * @returns {Promise<Measured>}
 */
export async function measure(scenario, contenders, plan) {
  const loads = new Map();
  const samples = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  const sample = async ({ name, server, requestOf = scenario.requestOf, requestsPerUnit = scenario.requestsPerUnit, beforeRound }, durationMs) => {
    await beforeRound?.();
    const before = cpuMicroseconds(server.pid);
    const { answers, seconds } = await loads.get(name).run(durationMs, requestOf, scenario.expectedStatus);
    const after = cpuMicroseconds(server.pid);
    const units = answers / requestsPerUnit;
    return { units, rate: units / seconds, cpu: before === undefined || after === undefined ? undefined : (after - before) / units };
  };
  try {
    for (const contender of contenders) {
      // Opened when it is its turn: a server closes connections that nothing came on for a while.
      loads.set(contender.name, await Load.open(contender.server.port, scenario.connections));
      await warmUp(() => sample(contender, plan.roundMs), plan.warmUpUnits * (scenario.warmUpShare ?? 1));
    }
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const contender of orderOf(round, contenders)) samples[contender.name].push(await sample(contender, plan.roundMs));
    }
  } finally {
    for (const load of loads.values()) load.close();
  }
  return { scenario, samples, medians: mapValues(samples, summarize), compare: (above, below) => compare(samples[above], samples[below]) };
}

/** Counted in answers, since code becomes fast by being run and not by waiting; a slow machine is given up on after a while. */
async function warmUp(sample, units) {
  const until = performance.now() + WARM_UP_LIMIT_MS;
  for (let done = 0; done < units && performance.now() < until; ) done += (await sample()).units;
}

function compare(above, below) {
  const paired = (field) => above.map((sample, round) => sample[field] / below[round][field]);
  return { rate: medianRatio(paired('rate')), cpu: above[0].cpu === undefined ? undefined : medianRatio(paired('cpu')) };
}

function summarize(samples) {
  return {
    rate: median(samples.map(({ rate }) => rate)),
    cpu: samples[0].cpu === undefined ? undefined : median(samples.map(({ cpu }) => cpu)),
  };
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
