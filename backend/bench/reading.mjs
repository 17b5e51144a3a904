// Reading pages: how right and how fast, beside the command line of tesseract in the same run, what the API's callers notice of it, and
// how right handwriting is read, by font. Prints, never asserts.
//   npm run bench -- --only=reading            all of it
//   npm run bench -- --only=handwriting        the table of the README alone
import { argv } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { httpRequest } from './measure/load.mjs';
import { printTable, verdict } from './measure/report.mjs';
import { ServerProcess } from './measure/server-process.mjs';
import { characterErrors } from './measure/text-errors.mjs';
import { exchange } from './practice/record.mjs';
import { setStage } from './practice/stage.mjs';
import { commandLineEngines, ownEngine } from './reading/engines.mjs';
import { handwrittenPages, printedPages } from './reading/labelled-pages.mjs';

const MISSING = 'There is no tesseract command on this machine (apt-get install tesseract-ocr): nothing to compare with.\n';
const EVERY_MS = 15;
const PRINTED_TARGET = 0.01;
const SPEED_TARGET = 0.5;
const P99_TARGET = 2;

/** @param {{ quick: boolean }} options */
export async function printReading({ quick }) {
  await printPrinted(quick);
  await printHandwriting({ quick });
  await printCallers(quick);
}

/** Page by page in turn, so that whatever else the machine does falls on all. */
async function printPrinted(quick) {
  const engines = [ownEngine(), ...commandLineEngines()];
  const pages = printedPages().slice(0, quick ? 1 : undefined);
  const spent = engines.map(() => ({ ms: 0, errors: 0 }));
  try {
    // Loads the languages, as a worker that is at work has.
    await engines[0].read(pages[0].picture);
    for (let round = 0; round < (quick ? 1 : 3); round += 1)
      for (const { text, picture } of pages)
        for (const [index, engine] of engines.entries()) {
          const started = performance.now();
          const read = await engine.read(picture);
          spent[index].ms += performance.now() - started;
          spent[index].errors += characterErrors(text, read.text);
        }
  } finally {
    for (const engine of engines) await engine.stop();
  }
  const read = pages.length * (quick ? 1 : 3);
  const speeds = spent.map(({ ms }) => (read * 1_000) / ms);
  const rows = [['printed pages, one thread each', 'pages a second', 'ours / theirs', 'characters wrong', 'target', '']];
  for (const [index, { name }] of engines.entries()) {
    const wrong = spent[index].errors / read;
    const ratio = speeds[0] / speeds[index];
    const own = index === 0;
    rows.push([name, speeds[index].toFixed(2), own ? '' : ratio.toFixed(2), `${(wrong * 100).toFixed(2)} %`, own ? '≤ 1 %' : `≥ ${SPEED_TARGET}`, own ? verdict(wrong, 'at most', PRINTED_TARGET) : verdict(ratio, 'at least', SPEED_TARGET)]);
  }
  printTable(rows);
  console.log(engines.length > 1 ? `(${read} pages of 2,000 characters; ours makes each page straight and evenly light first)\n` : MISSING);
}

/** @param {{ quick: boolean }} options */
export async function printHandwriting({ quick }) {
  const engines = [ownEngine(), ...commandLineEngines().slice(1)];
  const byFont = new Map();
  try {
    for (const { name, text, picture } of await handwrittenPages(quick)) {
      const row = byFont.get(name) ?? engines.map(() => ({ wrong: 0, confidence: 0, pages: 0 }));
      byFont.set(name, row);
      for (const [index, engine] of engines.entries()) {
        const read = await engine.read(picture);
        row[index].wrong += characterErrors(text, read.text);
        row[index].confidence += read.confidence ?? 0;
        row[index].pages += 1;
      }
    }
  } finally {
    for (const engine of engines) await engine.stop();
  }
  const share = (sum, pages) => `${((sum / pages) * 100).toFixed(1)} %`;
  const rows = [['handwriting font', ...engines.map(({ name }) => name), 'our confidence']];
  for (const [name, cells] of byFont) rows.push([name, ...cells.map(({ wrong, pages }) => share(wrong, pages)), (cells[0].confidence / cells[0].pages).toFixed(0)]);
  const all = engines.map((_, index) => [...byFont.values()].reduce((sum, cells) => sum + cells[index].wrong / cells[index].pages, 0));
  rows.push(['all', ...all.map((sum) => share(sum, byFont.size)), '']);
  printTable(rows);
  console.log('(characters wrong; photographs of fonts, turned, in a shadow, with grain: real handwriting is read far worse, which is what the confidence is for)');
  if (engines.length === 1) console.log(MISSING);
  else console.log('');
}

/** What callers of the API notice while the worker beside it reads pages without a pause. */
async function printCallers(quick) {
  const stage = await setStage({ bookedTherapists: 1 });
  const engine = ownEngine();
  const [page] = printedPages();
  try {
    const server = await ServerProcess.start({ script: stage.apiScript, env: stage.env, readyPath: '/api/health/ready', logFile: stage.file('reading-api.log') });
    const idle = [];
    const during = [];
    try {
      await engine.read(page.picture);
      await latencies(server.port, 2_000);
      for (let round = 0; round < (quick ? 2 : 6); round += 1) {
        idle.push(...(await latencies(server.port, 4_000)));
        let reading = true;
        const worker = (async () => {
          while (reading) await engine.read(page.picture);
        })();
        during.push(...(await latencies(server.port, 4_000)));
        reading = false;
        await worker;
      }
    } finally {
      await server.stop();
    }
    const [before, after] = [p99(idle), p99(during)];
    printTable([
      ['a caller of the API', 'p99', 'in relation', 'target', ''],
      ['while nothing is read', `${before.toFixed(1)} ms`, '', '', ''],
      ['while pages are read beside it', `${after.toFixed(1)} ms`, (after / before).toFixed(2), `≤ ${P99_TARGET}`, verdict(after / before, 'at most', P99_TARGET)],
    ]);
    console.log(`(${idle.length} and ${during.length} requests, one every ${EVERY_MS} ms, in turns)\n`);
  } finally {
    await engine.stop();
    await stage.clear();
  }
}

async function latencies(port, forMs) {
  const times = [];
  const request = httpRequest('GET', '/api/health/ready', {});
  for (const end = performance.now() + forMs; performance.now() < end; await pause(EVERY_MS)) {
    const started = performance.now();
    await exchange(port, request);
    times.push(performance.now() - started);
  }
  return times;
}

function p99(times) {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  printReading({ quick: argv.includes('--quick') }).catch((error) => {
    console.error(`The bench could not finish: ${error.stack ?? error}`);
    process.exitCode = 1;
  });
}
