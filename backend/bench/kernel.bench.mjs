// CPU time of the free-time kernel: 30 days, 30 taken times, the default hours. Needs `npm run build`.
// Target: at most 0.2 ms a call. Prints a line per case and ends with 1 when a warm case misses the target.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { freeTimes } = require('../dist/modules/scheduling/rules/free-times.js');
const { DEFAULT_RULES } = require('../dist/modules/scheduling/rules/working-rules.js');

const TARGET_MS = 0.2;
const ROUNDS = 21;
const CALLS = 500;
const HOUR = 3_600_000;

const cases = [
  { name: 'New York, no clock change', zone: 'America/New_York', from: '2027-01-11', to: '2027-02-09' },
  { name: 'New York, clock change inside', zone: 'America/New_York', from: '2027-03-01', to: '2027-03-30' },
  { name: 'Sydney, 15-minute starts', zone: 'Australia/Sydney', from: '2027-01-11', to: '2027-02-09', every: 15 },
];

function request({ zone, from, to, every = 30 }) {
  const first = Date.parse(`${from}T00:00:00Z`);
  const weekly = DEFAULT_RULES.weekly.map((windows) => windows.map((window) => ({ ...window, every })));
  const busy = Array.from({ length: 30 }, (_, index) => {
    const startsAt = first + index * 24 * HOUR + (12 + (index % 8)) * HOUR;
    return { startsAt, endsAt: startsAt + (index % 3 === 0 ? 90 : 50) * 60_000 };
  });
  const rules = { ...DEFAULT_RULES, zone, weekly, bufferAfterMinutes: 10, horizonDays: 365 };
  return { rules, durationMinutes: 50, from, to, now: first - 3 * 24 * HOUR, busy };
}

function cpuMs(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

let missed = false;
for (const entry of cases) {
  const input = request(entry);
  const cold = cpuMs(() => freeTimes(input));
  cpuMs(() => Array.from({ length: 2_000 }, () => freeTimes(input)));
  const rounds = Array.from({ length: ROUNDS }, () => cpuMs(() => Array.from({ length: CALLS }, () => freeTimes(input))) / CALLS);
  rounds.sort((a, b) => a - b);
  const median = rounds[Math.floor(ROUNDS / 2)];
  const offered = freeTimes(input).reduce((sum, day) => sum + day.times.length, 0);
  missed ||= median > TARGET_MS;
  console.log(
    `kernel · ${entry.name}: ${median.toFixed(4)} ms CPU a call (median of ${ROUNDS} × ${CALLS}; worst round ${rounds.at(-1).toFixed(4)}), ` +
      `first call ${cold.toFixed(2)} ms, ${offered} times offered, target ${TARGET_MS} ms`,
  );
}
process.exitCode = missed ? 1 : 0;
