// Very many visitors at once: each of 500 connections, from a network of its own, sends one request after the other. Prints errors, rate and the longest wait.
//   npm run bench runs it with the rest; node backend/bench/crowd.mjs [--quick] runs it alone (needs the two variables)
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { Load } from './measure/load.mjs';
import { residentMegabytes } from './measure/process-cost.mjs';
import { printTable, verdict } from './measure/report.mjs';
import { ServerProcess } from './measure/server-process.mjs';
import { addressed, BookingRequests, therapistPage } from './practice/requests.mjs';
import { setStage } from './practice/stage.mjs';
import { FRONT_ENDS } from './practice/front-ends.mjs';

const CONNECTIONS = 500;
const networkOf = (connection) => `10.${connection >> 8}.${connection & 255}.7`;

/** With the product's own lines, which keep the database from being asked for everything at once. */
const withLines = (env) => Object.fromEntries(Object.entries(env).filter(([name]) => !name.includes('_AT_WORK')));

/** @param {{ quick: boolean }} options */
export async function printCrowd({ quick }) {
  const durationMs = quick ? 3_000 : 20_000;
  const stage = await setStage({ bookedTherapists: 16 });
  const rows = [[`${CONNECTIONS} connections, ${durationMs / 1_000} s`, 'answers', 'a second', 'longest wait', 'errors', 'target', '']];
  try {
    const server = await ServerProcess.start({ script: stage.apiScript, env: { ...withLines(stage.env), ...FRONT_ENDS }, readyPath: '/api/health/ready', logFile: stage.file('crowd.log') });
    try {
      const bookings = new BookingRequests(stage.practices.booked);
      const page = therapistPage(stage.practices.dashboard);
      const pages = Array.from({ length: CONNECTIONS }, (_, connection) => addressed(page, networkOf(connection)));
      for (const [name, expectedStatus, requestOf] of [
        ["therapist's page", 200, (connection) => pages[connection]],
        ['POST booking', 201, (connection) => addressed(bookings.next(connection), networkOf(connection))],
      ]) {
        const load = await Load.open(server.port, CONNECTIONS);
        const { answers, seconds, longestMs, errors } = await load.crowd(durationMs, requestOf, expectedStatus);
        load.close();
        const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
        const words = Object.entries(errors).map(([status, count]) => ` (${count} × ${status})`).join('');
        rows.push([name, answers.toLocaleString('en'), Math.round(answers / seconds).toLocaleString('en'), `${Math.round(longestMs)} ms`, `${failed}${words}`, '0', verdict(failed, 'at most', 0)]);
      }
      rows.push([`API afterwards: ${Math.round(residentMegabytes(server.pid).now)} MB`, '', '', '', '', '', '']);
    } finally {
      await server.stop();
    }
  } finally {
    await stage.clear();
  }
  printTable(rows);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) await printCrowd({ quick: argv.includes('--quick') });
