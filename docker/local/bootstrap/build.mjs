import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stage } from './stage.mjs';

/** What a build is made from; `dist` and installed packages below them do not count. */
const SOURCES = ['backend', 'shared-ui', 'frontends', 'docker/local', 'package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage', 'test', 'bench', 'e2e', '.nx', '.data', 'bootstrap']);
/** One file of each build, so that a deleted dist is noticed. */
const RESULTS = [
  'backend/dist/main.api.js',
  'docker/local/dist/start.js',
  'frontends/shell/dist/index.html',
  ...['public-booking', 'therapist', 'client-portal', 'admin'].map((remote) => `frontends/${remote}/dist/remote.json`),
];

/** Builds through Nx, whose cache decides project by project; not even asked when no source has changed since the last time. */
export async function buildWhenNeeded(root, env) {
  const fingerprint = fingerprintOf(root);
  const isThere = RESULTS.every((path) => existsSync(join(root, path)));
  if (isThere && lastBuild(root) === fingerprint) return;
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  await stage('Building', process.execPath, [nx, 'run-many', '-t', 'build', '--parallel=2', '--outputStyle=static'], { cwd: root, env });
  mkdirSync(join(root, '.nx'), { recursive: true });
  writeFileSync(stampFile(root), fingerprint);
}

/** Makes the next start ask Nx again. */
export function forgetBuild(root) {
  rmSync(stampFile(root), { force: true });
}

function stampFile(root) {
  return join(root, '.nx', 'attune-build.txt');
}

function lastBuild(root) {
  try {
    return readFileSync(stampFile(root), 'utf8');
  } catch {
    return '';
  }
}

/** Names, sizes and times of the sources: a thousand files take a few milliseconds, their contents would not. */
function fingerprintOf(root) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (!stats.isDirectory()) {
      hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(root, path)).sort()) {
      if (!NOT_SOURCES.has(name)) visit(`${path}/${name}`);
    }
  };
  SOURCES.forEach(visit);
  return hash.digest('hex');
}
