import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const WITHIN_MS = 120_000;
const BUILDING = 'Building';

/**
 * `npm start` on what is installed and built, until the first page comes: on an empty data folder, then on the same one.
 * @param {import('./report.mjs').Report} report
 * @param {string} root of the checkout
 */
export async function timeStart(report, root) {
  report.section('npm start, installed and built, until / answers');
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-start-'));
  try {
    let first = await startOnce(root, dataDir);
    // A build that was due is not what is measured here.
    if (first.output.includes(BUILDING)) {
      clear(dataDir, first.output);
      first = await startOnce(root, dataDir);
    }
    const second = await startOnce(root, dataDir);
    report.figure('with an empty data folder (database made, practice seeded)', first.seconds, { atMost: 10, unit: 's', digits: 1 });
    report.figure('again', second.seconds, { atMost: 10, unit: 's', digits: 1 });
    clear(dataDir, first.output);
  } catch (error) {
    report.words('not measured', error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(root, dataDir) {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, 'docker/local/bootstrap.mjs'), 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  let hasEnded = false;
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => (hasEnded = true));
  try {
    while (!(await answers(port))) {
      if (hasEnded) throw new Error(`it ended: ${output.trim().split('\n').at(-1)}`);
      if (performance.now() - startedAt > WITHIN_MS) throw new Error(`no answer within ${WITHIN_MS / 1000} s`);
      await new Promise((next) => setTimeout(next, 25));
    }
    const seconds = (performance.now() - startedAt) / 1000;
    // The block that says where everything is comes last.
    while (!hasEnded && !/files in /.test(output)) await new Promise((next) => setTimeout(next, 25));
    return { seconds, output };
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

/** As root the database lies outside of the data folder, in a folder of its own. */
function clear(dataDir, output) {
  const database = /files in (\/var\/(?:lib|tmp)\/attune\/[0-9a-f]{12}\/postgres)/.exec(output)?.[1];
  if (database) rmSync(dirname(database), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

async function answers(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
