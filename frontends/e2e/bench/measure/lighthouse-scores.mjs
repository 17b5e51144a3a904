import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { median } from './statistics.mjs';

const STARTS_WITHIN_MS = 30_000;

/**
 * @typedef {object} Run
 * @property {string} chromium
 * @property {string[]} args
 * @property {string} address
 * @property {number} runs
 * @property {string} [cookie] of somebody who is signed in
 * @property {boolean} [warm] opened before, with what the browser keeps
 */

/**
 * Lighthouse as it judges phones, on the page that a visitor sees first.
 * @param {import('./report.mjs').Report} report @param {Run} run
 */
export async function judgeAsPhone(report, run) {
  const results = await judged(run);
  const { score, audit } = medians(results);
  report.section(`Lighthouse, mobile, ${new URL(run.address).pathname}, median of ${run.runs}`);
  report.figure('performance', score('performance'), { atLeast: 96, note: results.map(({ categories }) => Math.round(categories.performance.score * 100)).join(' ') });
  report.figure('accessibility', score('accessibility'), { atLeast: 100 });
  report.figure('first contentful paint', audit('first-contentful-paint') / 1000, { atMost: 1.7, unit: 's', digits: 2 });
  report.figure('largest contentful paint', audit('largest-contentful-paint') / 1000, { atMost: 1.9, unit: 's', digits: 2 });
  report.figure('total blocking time', audit('total-blocking-time'), { unit: 'ms' });
  report.figure('speed index', audit('speed-index') / 1000, { unit: 's', digits: 2 });
  report.figure('cumulative layout shift', audit('cumulative-layout-shift'), { atMost: 0.01, digits: 3 });
  report.words('speed of this machine, by Lighthouse (1500 is a usual one at rest)', results.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(' '));
  for (const { id, title } of failedAudits(results[0])) report.words(`not perfect: ${id}`, title);
}

/**
 * Other pages, a line each.
 * @param {import('./report.mjs').Report} report @param {readonly (Run & { name: string })[]} pages
 */
export async function judgeOthers(report, pages) {
  report.section('Lighthouse, mobile, other pages: performance, first and largest paint (s), blocked (ms), shift');
  for (const { name, ...run } of pages) {
    const { score, audit } = medians(await judged(run));
    const seconds = (what) => (audit(what) / 1000).toFixed(2);
    report.words(name, [score('performance').toFixed(0), seconds('first-contentful-paint'), seconds('largest-contentful-paint'), audit('total-blocking-time').toFixed(0), audit('cumulative-layout-shift').toFixed(3)].join('  '));
  }
}

/** @param {Run} run */
async function judged({ runs, ...run }) {
  const results = [];
  // On a busy machine a recording can fail as a whole; that run is made again.
  for (let tries = 0; results.length < runs; tries += 1) {
    const { runtimeError, ...result } = await once(run);
    if (!runtimeError) results.push(result);
    else if (tries >= runs + 3) throw new Error(`Lighthouse: ${runtimeError.message}`);
  }
  return results;
}

function medians(results) {
  return {
    score: (category) => median(results.map(({ categories }) => (categories[category].score ?? 0) * 100)),
    audit: (name) => median(results.map(({ audits }) => audits[name].numericValue ?? 0)),
  };
}

function failedAudits({ categories, audits }) {
  const weighed = categories.accessibility.auditRefs.filter(({ weight }) => weight > 0);
  return weighed.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 1);
}

async function once({ chromium, args, address, cookie, warm = false }) {
  const profile = mkdtempSync(join(tmpdir(), 'attune-lighthouse-'));
  const flags = [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  // With a group of its own: what it leaves behind would go on writing into the folder.
  const browser = spawn(chromium, flags, { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  try {
    const port = await portOf(profile);
    const options = { port, logLevel: 'error', onlyCategories: ['performance', 'accessibility'], disableStorageReset: warm, ...(cookie && { extraHeaders: { Cookie: cookie } }) };
    if (warm) await lighthouse(address, options);
    const result = await lighthouse(address, options);
    if (!result) throw new Error('Lighthouse gave no result');
    return result.lhr;
  } finally {
    process.kill(-browser.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function portOf(profile) {
  const file = join(profile, 'DevToolsActivePort');
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; await new Promise((next) => setTimeout(next, 50))) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (port > 0) return port;
  }
  throw new Error('Chromium did not open its port for Lighthouse');
}
